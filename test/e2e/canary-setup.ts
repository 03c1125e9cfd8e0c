import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mailServer } from '../../src/notify/test-mail-server.ts'
import { httpProxy } from '../../src/relay/line/test-proxies.ts'
import { startKeeper } from '../vendor/keeper.ts'
import { startRealtimeVendor } from '../vendor/realtime.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import type { Canary } from './canary-stage.ts'

type Made = { id: string; credentials: { id: string }[]; endpoints: { id: string }[] }

/** The providers of a canary: models `m` of every dialect, `narrow` of one and through a proxy, `kept` and `live`. */
export type Upstreams = { vendor: Vendor; all: Made; narrow: Made }

/** Adds them, each with a secret of its own, and tries what can be tried. */
export async function addUpstreams(canary: Canary, token: string): Promise<Upstreams> {
  const { mark, call } = canary
  const vendor = canary.use(await startVendor())
  const keeper = canary.use(await startKeeper('a'))
  const live = canary.use(await startRealtimeVendor())
  const password = mark('the password of a proxy')
  const proxy = canary.use(await httpProxy({ password }))
  const price = { input: '2', output: '10', audio_in: '6', audio_out: '20' }
  for (const id of ['m', 'narrow', 'kept', 'live', 'asr'])
    await call('POST', '/api/admin/models', { token, body: { id, price } })
  const openai = (origin: string, protocols?: string[]) => ({ dialect: 'openai', base_url: `${origin}/v1`, protocols })
  const add = (slug: string, model: string, fields: object) => {
    const credentials = [{ secret: mark(`the secret of ${slug}`) }]
    const body = {
      slug,
      name: slug,
      preset: 'custom',
      allow_private: true,
      credentials,
      routes: [{ model }],
      ...fields,
    }
    return call<Made>('POST', '/api/admin/providers', { token, body })
  }
  await add('keeper', 'kept', { endpoints: [openai(keeper.origin, ['responses', 'files', 'batches'])] })
  await add('spoken', 'live', { endpoints: [openai(live.origin, ['realtime'])] })
  const narrow = await add('narrow', 'narrow', {
    endpoints: [openai(vendor.origin)],
    proxy: `http://ann:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}`,
  })
  const endpoints = [
    openai(vendor.origin),
    { dialect: 'anthropic', base_url: vendor.origin },
    { dialect: 'gemini', base_url: vendor.origin },
  ]
  const all = await add('all', 'm', { endpoints })
  const credentials = [{ id: all.credentials[0]?.id, secret: mark('the later secret of all') }]
  await call('PATCH', `/api/admin/providers/${all.id}`, { token, body: { credentials } })
  const tried = { preset: 'custom', allow_private: true, endpoints, secret: mark('a secret that is tried') }
  vendor.script({ status: 400, echoCredential: true })
  await call('POST', '/api/admin/providers/probe', { token, body: tried })
  for (const act of ['test', 'discover']) await call('POST', `/api/admin/providers/${all.id}/${act}`, { token })
  vendor.script({})
  return { vendor, all, narrow }
}

/** Adds a channel of each kind but the one that knows a single host, and tries it; gives what a mail server was told. */
export async function addChannels(canary: Canary, token: string): Promise<readonly string[]> {
  const { mark, call, heard } = canary
  const hooks = createServer((request, reply) => {
    request.on('data', (bytes: Buffer) => heard.push({ where: 'in a message', bytes, tells: [] }))
    // One that answers with all it knows.
    request.on('end', () => reply.writeHead(500).end(`${request.url} ${JSON.stringify(request.headers)}`))
  })
  hooks.listen(0, '127.0.0.1')
  await once(hooks, 'listening')
  canary.use({ [Symbol.asyncDispose]: async () => void hooks.close() })
  const mail = canary.use(await mailServer())
  const { port } = hooks.address() as AddressInfo
  const hook = (kind: string, signed = true) => ({
    kind,
    config: {},
    secrets: {
      url: `http://127.0.0.1:${port}/${mark(`the address of ${kind}`)}`,
      ...(signed && { signing_key: mark(`the signing key of ${kind}`) }),
    },
  })
  const one = 'ops@yumen.test'
  const email = {
    kind: 'email',
    config: { host: '127.0.0.1', port: mail.port, security: 'none', user: 'ops', from: one, to: [one] },
    secrets: { password: mark('the password of e-mail') },
  }
  for (const setup of [hook('webhook'), hook('feishu'), hook('dingtalk'), hook('wecom', false), email]) {
    const body = { name: setup.kind, setup, allow_private: true, for_users: setup === email }
    const { id } = await call('POST', '/api/admin/notifications/channels', { token, body })
    await call('POST', `/api/admin/notifications/channels/${id}/test`, { token })
  }
  return mail.lines
}

/** What one says in each dialect, a secret of one's own and a tool's input among it. */
export function questions({ marks }: Canary, model: string, stream: boolean): [path: string, body: object][] {
  const marked = (what: string) => marks.get(what) ?? ''
  const content = `${marked('a prompt')} ${marked('an own secret')}`
  const input = marked('the input of a tool')
  const called = { id: 't', type: 'function', function: { name: 'f', arguments: JSON.stringify({ input }) } }
  const tool = [
    { role: 'assistant', tool_calls: [called] },
    { role: 'tool', tool_call_id: 't', content: input },
  ]
  const act = stream ? 'streamGenerateContent?alt=sse' : 'generateContent'
  return [
    ['/v1/chat/completions', { model, stream, messages: [{ role: 'user', content }, ...tool] }],
    ['/v1/responses', { model, stream, input: content }],
    ['/v1/messages', { model, stream, max_tokens: 9, messages: [{ role: 'user', content }] }],
    [`/v1beta/models/${model}:${act}`, { contents: [{ role: 'user', parts: [{ text: content }] }] }],
  ]
}
