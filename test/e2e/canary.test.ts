import { on, once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { endpoints } from '../../src/contract/all.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { FAILING } from '../vendor/realtime.ts'
import { filesOf, foundIn } from './canary-marks.ts'
import { addChannels, addUpstreams, questions, type Upstreams } from './canary-setup.ts'
import { type Canary, startCanary } from './canary-stage.ts'

let canary: Canary
let upstreams: Upstreams
let mails: readonly string[]
let token = ''
let key = ''
let oldKey = ''
/** What stands for `{id}` in a path, by the noun before it. */
const ids: Record<string, string> = {}

beforeAll(async () => {
  canary = await startCanary()
  canary.mark('a prompt')
  canary.mark('the input of a tool')
}, 60_000)
afterAll(() => canary[Symbol.asyncDispose]())

const marked = (what: string) => canary.marks.get(what) ?? ''

/** What may stand in bodies that are kept, for whoever made the request. */
const SAID = ['a prompt', 'the input of a tool', 'a word that is wrong', 'a prompt of the console', 'an own secret']

async function signIn(who: string, email: string, password: string): Promise<{ access: string; refresh: string }> {
  const [access, refresh] = [`the access token of ${who}`, `the refresh token of ${who}`]
  const told = await canary.call<{ access_token: string; refresh_token: string }>('POST', '/api/auth/login', {
    body: { email, password },
    tells: [access, refresh],
  })
  return { access: canary.mark(access, told.access_token), refresh: canary.mark(refresh, told.refresh_token) }
}

test('people sign in, mistype, and change what they sign in with', async () => {
  const { admin, mark, ask, call } = canary
  token = (await signIn('the administrator', admin.email, admin.password)).access
  const typed = [
    { email: admin.email, password: mark('a wrong password') },
    {
      email: `${mark('a password typed as an address', 'cnry.4dT8wq.typed.as.address')}@yumen.test`,
      password: mark('another'),
    },
    `{"password":"${mark('a password in a broken body')}`,
  ]
  for (const body of typed) await ask('/api/auth/login', { method: 'POST', body, ok: false })
  const password = mark('the password of a user')
  const body = { email: 'ada@yumen.test', name: 'Ada', password, must_change_password: false }
  ids['users'] = (await call('POST', '/api/admin/users', { token, body })).id
  const { refresh } = await signIn('a user', 'ada@yumen.test', password)
  const tells = ['the next access token', 'the next refresh token']
  const next = await call<Record<string, string>>('POST', '/api/auth/refresh', {
    body: { refresh_token: refresh },
    tells,
  })
  mark('the next refresh token', next['refresh_token'])
  const own = mark('the next access token', next['access_token'])
  const change = { current_password: password, new_password: mark('the next password') }
  await call('POST', '/api/users/me/password', { token: own, body: change })
  const user = `/api/admin/users/${ids['users']}`
  const view = await call<{ token: string }>('POST', `${user}/view`, { token, tells: ['a token to look with'] })
  await ask('/api/keys', { token, headers: { 'x-yumen-view': mark('a token to look with', view.token) }, ok: true })
  const once = ['a one-time password', 'an imported password']
  const reset = await call<Record<string, string>>('POST', `${user}/password`, { token, body: {}, tells: once })
  mark('a one-time password', reset['one_time_password'])
  const csv = { csv: 'email,name\nbob@yumen.test,Bob\n', dry_run: false, password: admin.password }
  type Rows = { rows: { one_time_password: string }[] }
  const { rows } = await call<Rows>('POST', '/api/admin/users/import', { token, body: csv, tells: once })
  mark('an imported password', rows[0]?.one_time_password)
})

test('providers, channels and keys are made', async () => {
  const { mark, call, ask, admin } = canary
  upstreams = await addUpstreams(canary, token)
  mails = await addChannels(canary, token)
  ids['providers'] = ids['provider'] = upstreams.all.id
  ids['credential'] = upstreams.all.credentials[0]?.id ?? ''
  ids['models'] = 'm'
  const values = { 'capture.level': 'FULL', 'relay.tell_provider': true }
  await call('PATCH', '/api/admin/settings', { token, body: { values, password: admin.password } })
  ids['groups'] = (await call('POST', '/api/admin/groups', { token, body: { name: 'Team' } })).id
  const text = { zh: 'x', en: 'x' }
  const news = { kind: 'info', title: text, body: text }
  ids['announcements'] = (await call('POST', '/api/admin/announcements', { token, body: news })).id
  type Key = { id: string; secret: string }
  const limits = [{ metric: 'requests', window: 'total', max: 4, action: 'warn' }]
  const made = await call<Key>('POST', '/api/keys', { token, body: { name: 'first', limits }, tells: ['a key'] })
  ids['keys'] = made.id
  oldKey = mark('a key', made.secret)
  const body = { overlap_hours: 24 }
  const next = await call<Key>('POST', `/api/keys/${made.id}/rotate`, { token, body, tells: ['the key after it'] })
  key = mark('the key after it', next.secret)
  for (const secret of [key, oldKey]) await call('POST', '/api/admin/keys/find', { token, body: { secret } })
  await ask('/api/admin/keys/find', { method: 'POST', token, body: { secret: mark('a key of nobody') }, ok: false })
  for (const who of ['', 'admin/']) await canary.listen(`/api/${who}usage/live`, token)
})

/** Forgets what is held against an upstream that fails on purpose. */
async function recover({ id, credentials, endpoints }: Upstreams['all']): Promise<void> {
  const path = `/api/admin/providers/${id}`
  await canary.call('POST', `${path}/credentials/${credentials[0]?.id}/recover`, { token })
  // Their answers say the same again, and all that is heard is searched.
  const headers = { authorization: `Bearer ${token}` }
  for (const endpoint of endpoints) {
    const answer = await fetch(`${canary.origin()}${path}/endpoints/${endpoint.id}/recover`, {
      method: 'POST',
      headers,
    })
    await answer.text()
    expect(answer.status).toBe(200)
  }
}

const FAILURES = [400, 401, 404, 422, 429, 500].map((status) => ({ status }))
const MODELS = { m: 'the later secret of all', narrow: 'the secret of narrow' }

test.each(Object.entries(MODELS))(
  'upstreams of `%s` answer, refuse and break off, and repeat their credential',
  async (model, secret) => {
    const { ask } = canary
    const failing = model === 'm' ? upstreams.all : upstreams.narrow
    canary.mark('an own secret', 'sk-proj-a1B2c3D4e5F6g7H8i9J0k1L2')
    const message = `no such header: Bearer ${marked(secret)}`
    const inside = ['context_length_exceeded', 'invalid_prompt', 'server_error'].map((code) => ({
      body: JSON.stringify({ type: 'error', error: { message, code, type: code, status: code } }),
    }))
    for (const script of [{}, ...FAILURES, ...inside, { errorAtEvent: 0 }, { errorAtEvent: 2 }])
      for (const stream of [false, true])
        for (const [path, body] of questions(canary, model, stream)) {
          await recover(failing)
          upstreams.vendor.script({ ...script, text: ['a', 'b', 'c', 'd'], message })
          const headers = { 'x-api-key': stream ? key : oldKey }
          const answer = await ask(path, { method: 'POST', body, headers })
          ids['usage'] = answer.headers.get('x-yumen-request-id') ?? ''
        }
    upstreams.vendor.script({})
    await recover(failing)
  },
  60_000,
)

const FIELDS =
  'messages input contents tools tool_choice generationConfig stream_options max_tokens reasoning metadata previous_response_id'

/** What stands in a field where it makes no sense. */
const wrongly = (word: string) => [
  word,
  [word],
  [{ role: word, content: word }],
  [{ role: 'user', content: [{ text: [word] }] }],
]

test('what is refused, here or by an upstream, is kept without the words that were wrong', async () => {
  const word = canary.mark('a word that is wrong')
  const hurt = FIELDS.split(' ').flatMap((field) => wrongly(word).map((value) => ({ [field]: value })))
  const send = (path: string, body: object) =>
    canary.ask(path, { method: 'POST', token: key, body, tells: ['a word that is wrong'] })
  for (const [path, right] of Object.keys(MODELS).flatMap((model) => questions(canary, model, true))) {
    for (const script of [{ status: 400 }, { errorAtEvent: 1 }]) {
      upstreams.vendor.queue({ ...script, message: `invalid value: ${word}` })
      await send(path, right)
    }
    for (const fields of hurt) await send(path, { ...right, ...fields })
  }
})

test('keys come in every way there is', async () => {
  const { ask, mark } = canary
  const [path, body] = questions(canary, 'm', false)[3] as [string, object]
  await ask(`${path}?key=${key}`, { method: 'POST', body, ok: true })
  for (const header of ['x-goog-api-key', 'x-api-key', 'api-key'])
    await ask('/v1/models', { headers: { [header]: oldKey }, ok: true })
  await ask(`/v1/models?key=${oldKey}`, { token: key, ok: false })
  for (const to of ['/v1/models', '/v1/nothing/there', '/v1/messages', '/v1beta/models', '/api/keys', '/elsewhere'])
    await ask(`${to}?key=${encodeURIComponent(mark(`a wrong key for ${to}`))}`)
  await ask('/v1/models', { token: mark('a key with a slip', `${key.slice(0, -6)}000000`), ok: false })
  await ask('/v1/chat/completions', {
    method: 'POST',
    token: key,
    body: `{"model":"m","messages":["${marked('a prompt')}`,
    ok: false,
  })
})

test('files, batches, sockets, forms and the console hold what nobody else is to read', async () => {
  const { ask, mark, call } = canary
  const messages = [{ role: 'user', content: mark('a prompt of a batch') }]
  const line = { custom_id: 'a', method: 'POST', url: '/v1/chat/completions', body: { model: 'kept', messages } }
  const form = new FormData()
  form.append('purpose', 'batch')
  form.append('file', new Blob([`${JSON.stringify(line)}\n`]), 'in.jsonl')
  const headers = { 'x-yumen-model': 'kept' }
  const file = await ask('/v1/files', { method: 'POST', token: key, headers, body: form, ok: true })
  const { id } = JSON.parse(file.text) as { id: string }
  const batch = { input_file_id: id, endpoint: '/v1/chat/completions', completion_window: '24h' }
  await ask('/v1/batches', { method: 'POST', token: key, body: batch, ok: true })
  await ask(`/v1/files/${id}/content`, { token: key, tells: ['a prompt of a batch'], ok: true })
  const sound = new FormData()
  sound.append('model', 'm')
  sound.append('prompt', marked('a prompt'))
  sound.append('file', new Blob([mark('the bytes of a file').repeat(20_000)]), 'a.wav')
  await ask('/v1/audio/transcriptions', { method: 'POST', token: key, body: sound })
  await converse()
  await call('POST', `/api/keys/${ids['keys']}/test`, { token, body: { model: 'm' } })
  const body = { messages: [{ role: 'user', content: mark('a prompt of the console') }] }
  const asked = { key_id: ids['keys'], protocol: 'openai-chat', model: 'm', stream: false, body }
  await ask('/api/playground', { method: 'POST', token, body: asked, ok: true })
  const simulated = { user_id: ids['users'], model: 'm', protocol: 'openai-chat' }
  await call('POST', '/api/admin/routing/simulate', { token, body: simulated })
})

/** Speaks on a socket whose upstream fails and says with what it was asked. */
async function converse(): Promise<void> {
  const { origin, mark, heard } = canary
  const protocols = ['realtime', `openai-insecure-api-key.${key}`]
  const socket = new WebSocket(`${origin().replace('http', 'ws')}/v1/realtime?model=live`, protocols)
  await once(socket, 'open')
  const instructions = mark('what is said on a socket')
  // Several may come at once, and none of them is waited for alone.
  const events = on(socket, 'message') as AsyncIterable<[Buffer]>
  socket.send(JSON.stringify({ type: 'response.create', response: { instructions, metadata: JSON.parse(FAILING) } }))
  for await (const [bytes] of events) {
    heard.push({ where: 'on a socket', bytes, tells: ['what is said on a socket'] })
    if (bytes.includes('response.done')) break
  }
  socket.close()
}

test('all that the console can be asked is read', async () => {
  const { ask, call, admin } = canary
  const { items } = await call<{ items: { id: string }[] }>('GET', '/api/admin/audit', { token })
  ids['audit'] = items[0]?.id ?? ''
  const span = {
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date(Date.now() + 3_600_000).toISOString(),
  }
  const calls: readonly Endpoint[] = Object.values(endpoints)
  for (const { path, query, ...call } of calls.filter(({ method, stream }) => method === 'GET' && !stream)) {
    const noun = path.replace(/^\/api\/(admin\/)?(limits\/)?/, '').split('/')[0] ?? ''
    const fields = Object.keys(query?.shape ?? {})
    for (const format of fields.includes('format') ? ['csv', 'json'] : [null]) {
      const asked = new URLSearchParams({
        ...(fields.includes('from') && span),
        ...(fields.includes('limit') && { limit: '200' }),
        ...(format && { format }),
      })
      const tells = path.endsWith('/capture') ? SAID.filter((what) => what !== 'an own secret') : []
      await ask(`${path.replace('{id}', ids[noun] ?? '')}?${asked.toString()}`, {
        token,
        ok: true,
        tells,
        method: call.method,
      })
    }
  }
  for (const path of ['/', '/health', '/health/ready', '/metrics', '/api/openapi.json']) await ask(path)
  const metrics = await ask('/metrics', { token: canary.metricsToken, ok: true })
  expect(metrics.text).toContain('yumen_requests_total')
  await ask('/api/admin/backup', { method: 'POST', token, body: { password: admin.password }, ok: true })
})

test('none of it is found in what was answered, logged, told or kept, in no way of writing', async () => {
  const { heard, marks, data } = canary
  // The channels are told that a limit of the key is used up.
  const isTold = () => heard.some(({ where, bytes }) => where === 'in a message' && bytes.includes('first'))
  await expect.poll(isTold, { timeout: 20_000 }).toBe(true)
  const kept = await filesOf(data, 'while it runs')
  await canary.end('SIGKILL')
  kept.push(...(await filesOf(data, 'when it was killed')))
  await canary.begin()
  await canary.ask('/health/ready', { ok: true })
  await canary.end('SIGTERM')
  kept.push(...(await filesOf(data, 'when it was stopped')))
  kept.push({ where: 'in the log', bytes: await canary.log() })
  kept.push({ where: 'in a mail', bytes: Buffer.from(mails.filter((line) => !line.startsWith('AUTH')).join('\n')) })
  const untold = (tells: readonly string[]) => new Map([...marks].filter(([what]) => !tells.includes(what)))
  expect(heard.flatMap((one) => foundIn([one], untold(one.tells))).concat(foundIn(kept, marks))).toEqual([])
  // Every way of writing is looked for in all that was kept, which takes half a minute where others are at work.
}, 120_000)

test('what is told once is found there, and what is no secret everywhere: the search is one', async () => {
  const { heard, marks, data } = canary
  const told = heard.flatMap((one) => foundIn([one], marks))
  for (const what of ['a key', 'a one-time password', 'the access token of a user', 'a prompt of a batch'])
    expect(told.filter((one) => one.startsWith(`${what} (as it is)`))).not.toEqual([])
  const name = new Map([['the name of a key', 'first']])
  const places = foundIn([...(await filesOf(data, '')), ...heard], name)
  for (const where of ['yumen.db', '/api/usage/export', '/api/admin/audit/export', 'in a message', '/api/usage/live'])
    expect(
      places.some((place) => place.includes(where)),
      where,
    ).toBe(true)
})
