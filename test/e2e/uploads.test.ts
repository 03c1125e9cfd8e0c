import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminCreateProvider } from '../../src/contract/providers.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'

const MIB = 1024 * 1024
const BOUNDARY = 'boundary-of-a-test-01'

// What is garbage would count as held until it is let go, at some 64 MiB.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

type Got = { path: string; hash: string; size: number; head: string; tail: string }

/** A vendor that keeps of an upload no more than its hash, its beginning and its end. */
async function startTaker() {
  const got: Got[] = []
  const failing = { times: 0 }
  const serve = async (incoming: IncomingMessage, reply: ServerResponse) => {
    const hash = createHash('sha256')
    const entry: Got = { path: incoming.url ?? '', hash: '', size: 0, head: '', tail: '' }
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      hash.update(chunk)
      entry.size += chunk.length
      if (entry.head.length < 1000) entry.head += chunk.toString('latin1', 0, 1000)
      entry.tail = (entry.tail + chunk.toString('latin1')).slice(-1000)
    }
    entry.hash = hash.digest('hex')
    got.push(entry)
    const fails = failing.times > 0
    failing.times -= 1
    reply.writeHead(fails ? 500 : 200, { 'content-type': 'application/json' })
    reply.end(
      JSON.stringify(fails ? { error: { message: 'no' } } : { id: `file-${got.length}`, object: 'file', text: '玉门' }),
    )
  }
  const server = createServer((incoming, reply) => void serve(incoming, reply))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    failing,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

let vendor: Awaited<ReturnType<typeof startTaker>>
let gateway: Gateway
let key: string

beforeAll(async () => {
  vendor = await startTaker()
  gateway = await startGateway()
  await gateway.addModel('m', { price: { input: '1', output: '1', audio_in: '1' } })
  for (const slug of ['one', 'two'])
    await gateway.call(adminCreateProvider, {
      body: {
        slug,
        name: slug,
        preset: 'custom',
        allow_private: true,
        credentials: [{ secret: VENDOR_SECRET }],
        endpoints: [{ dialect: 'openai', base_url: `${vendor.origin}/v1`, protocols: ['audio', 'files'] }],
        routes: [{ model: 'm', upstream_name: 'a-longer-name' }],
      },
    })
  key = (await gateway.addKey()).secret
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
})
beforeEach(async () => {
  vendor.failing.times = 0
  await gateway.recover()
})

const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n`
const PIECES_BETWEEN_LOOKS = 128
const PIECE = Buffer.from(Array.from({ length: 64 * 1024 }, (_, i) => (i * 31) % 256))

type Form = { before?: string; pieces: number; after: string }

function* bytesOf({ before = '', pieces, after }: Form): Generator<Buffer> {
  yield Buffer.from(before + HEAD)
  for (let i = 0; i < pieces; i += 1) yield PIECE
  yield Buffer.from(`\r\n${after}--${BOUNDARY}--\r\n`)
}

const hashOf = (form: Form) => {
  const hash = createHash('sha256')
  for (const bytes of bytesOf(form)) hash.update(bytes)
  return hash.digest('hex')
}

/** Sends a form as a client of few means would: piece by piece, without saying how long it is, and looks around after each. */
async function send(
  path: string,
  form: Form,
  look: (sent: number) => void = () => {},
): Promise<{ status: number; text: string }> {
  const outgoing = request(gateway.origin + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  let sent = 0
  for (const bytes of bytesOf(form)) {
    if (!outgoing.write(bytes)) await once(outgoing, 'drain')
    look((sent += 1))
  }
  outgoing.end()
  const [answer] = await answered
  let text = ''
  for await (const chunk of answer as AsyncIterable<Buffer>) text += chunk.toString()
  return { status: answer.statusCode ?? 0, text }
}

test('an upload of 200 MiB arrives byte for byte and takes no memory', async () => {
  const form = { before: field('purpose', 'user_data'), pieces: (200 * MIB) / PIECE.length, after: '' }
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  // Not by the clock: where a collection takes longer than its interval, nothing else would get a turn.
  const { status, text } = await send('/v1/files', form, (sent) => {
    if (sent % PIECES_BETWEEN_LOOKS !== 0) return
    collect()
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  })
  expect(status).toBe(200)
  expect(JSON.parse(text)).toMatchObject({ object: 'file' })
  expect(vendor.got.at(-1)).toMatchObject({ path: '/v1/files', hash: hashOf(form) })
  expect(most).toBeGreaterThan(0)
  // The client and the vendor are in this process too.
  expect(most).toBeLessThan(100 * MIB)
}, 120_000)

test('the model may stand behind a file that is larger than other bodies may be, and alone is changed', async () => {
  const form = { pieces: (40 * MIB) / PIECE.length, after: field('language', 'zh') + field('model', 'm') }
  const { status } = await send('/v1/audio/transcriptions', form)
  expect(status).toBe(200)
  const expected = { ...form, after: field('language', 'zh') + field('model', 'a-longer-name') }
  expect(vendor.got.at(-1)?.hash).toBe(hashOf(expected))
}, 60_000)

test('who is asked next gets the same bytes', async () => {
  const form = { before: field('model', 'm'), pieces: 20, after: '' }
  vendor.failing.times = 1
  const before = vendor.got.length
  expect((await send('/v1/audio/transcriptions', form)).status).toBe(200)
  const hashes = vendor.got.slice(before).map(({ hash }) => hash)
  const expected = hashOf({ ...form, before: field('model', 'a-longer-name') })
  expect(hashes).toEqual([expected, expected])
})

test('a form that names no model, or is cut off, is refused before anybody is asked', async () => {
  const before = vendor.got.length
  expect((await send('/v1/audio/transcriptions', { pieces: 20, after: '' })).status).toBe(400)
  const cut = await fetch(`${gateway.origin}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: field('model', 'm') + HEAD,
  })
  expect(cut.status).toBe(400)
  expect(await cut.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  expect(vendor.got).toHaveLength(before)
})
