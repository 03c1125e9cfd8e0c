import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { dial } from '../relay/post.ts'
import { hmac } from '../vault/hmac.ts'
import { sendMail } from './mail.ts'
import { type Carriers, type Channel, send } from './send.ts'
import { mailServer } from './test-mail-server.ts'
import { aMessage } from './test-message.ts'

const SECRET = 'token-that-is-secret'
const channel: Channel = {
  id: 'c1',
  setup: { kind: 'wecom', config: {}, secrets: { url: `https://hooks.example/send?key=${SECRET}` } },
  allowPrivate: false,
  locale: 'en',
}

function carriers(answers: (() => { status: number; body: string })[]) {
  const pauses: number[] = []
  const asked: boolean[] = []
  const of: Carriers = {
    post: async (_call, allowPrivate) => {
      asked.push(allowPrivate)
      return answers.shift()?.() ?? { status: 200, body: '{"errcode":0}' }
    },
    mail: async () => undefined,
    hmac,
    pause: async (ms) => void pauses.push(ms),
  }
  return { of, pauses, asked }
}

test('a channel that fails is tried thrice, ever later', async () => {
  const { of, pauses, asked } = carriers([
    () => ({ status: 500, body: '' }),
    () => ({ status: 200, body: '{"errcode":1}' }),
  ])
  expect(await send(channel, aMessage(), of)).toEqual({ ok: true, problem: null })
  expect(pauses).toEqual([2000, 10_000])
  expect(asked).toEqual([false, false, false])
})

test('what failed is not tried again once there is no time to wait', async () => {
  const failed = () => ({ status: 500, body: '' })
  const { of, asked } = carriers([failed, failed, failed])
  const pause = () => Promise.reject(new Error('the gateway ends'))
  expect(await send(channel, aMessage(), { ...of, pause })).toEqual({ ok: false, problem: 'http_500' })
  expect(asked).toHaveLength(1)
})

test('why it failed is told in a word that holds no address', async () => {
  const refused = () => {
    throw Object.assign(new Error(`connect to https://hooks.example/send?key=${SECRET} failed`), {
      code: 'ECONNREFUSED',
    })
  }
  const told = await send(channel, aMessage(), carriers([refused, refused, refused]).of)
  expect(told).toEqual({ ok: false, problem: 'econnrefused' })
  const odd = () => {
    throw new Error(SECRET)
  }
  expect(await send(channel, aMessage(), carriers([odd, odd, odd]).of)).toEqual({ ok: false, problem: 'unreachable' })
})

test('an e-mail reaches its server, which may lie in a private network only where that is allowed', async () => {
  await using server = await mailServer()
  const mail = {
    via: 'mail' as const,
    server: { host: '127.0.0.1', port: server.port, security: 'none' as const, user: 'ops', password: 'p' },
    from: 'yumen@example.com',
    to: ['a@example.com', 'b@example.com'],
    subject: 'Provider down: Acme',
    text: 'It answers nobody.',
  }
  await expect(sendMail(mail, false, dial)).rejects.toMatchObject({ code: 'blocked_address' })
  expect(server.lines).toEqual([])
  await sendMail(mail, true, dial)
  expect(server.lines.filter((line) => line.startsWith('RCPT'))).toEqual([
    'RCPT TO:<a@example.com>',
    'RCPT TO:<b@example.com>',
  ])
  expect(server.lines).toContain('Subject: Provider down: Acme')
  expect(server.lines).toContain('It answers nobody.')
})

test('a server that says a word now and then, and never the last one, is given up', async () => {
  const talk = new Set<NodeJS.Timeout>()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 mail.test ESMTP\r\n')
    talk.add(setInterval(() => socket.write('250-and more\r\n'), 5))
  })
  onTestFinished(() => {
    for (const one of talk) clearInterval(one)
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const mail = {
    via: 'mail' as const,
    server: { host: '127.0.0.1', port, security: 'none' as const, user: '', password: '' },
    from: 'yumen@example.com',
    to: ['a@example.com'],
    subject: 'Provider down: Acme',
    text: 'It answers nobody.',
  }
  await expect(sendMail(mail, true, dial, 100)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

test('a server that is named by its address is spoken to in TLS, too', async () => {
  await using server = await mailServer()
  const mail = {
    via: 'mail' as const,
    server: { host: '127.0.0.1', port: server.port, security: 'tls' as const, user: '', password: '' },
    from: 'yumen@example.com',
    to: ['a@example.com'],
    subject: 'Provider down: Acme',
    text: 'It answers nobody.',
  }
  // Here it speaks none, and says so; a name that is none (RFC 6066) would keep the handshake from beginning.
  await expect(sendMail(mail, true, dial)).rejects.toMatchObject({ code: 'ESOCKET' })
})
