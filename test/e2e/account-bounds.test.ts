import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminPatchUser } from '../../src/contract/admin-users.ts'
import { login } from '../../src/contract/auth.ts'
import { createKey, testKey } from '../../src/contract/keys.ts'
import { adminListProviders } from '../../src/contract/providers.ts'
import { adminSimulateRouting } from '../../src/contract/routing.ts'
import type { BodyInputOf } from '../../src/contract/endpoint.ts'
import { getMe } from '../../src/contract/users.ts'
import { ADMIN } from './process-env.ts'
import { CHAT, idOf, startBetweenTwo, type TwoVendors } from './two-vendors.ts'

let stage: TwoVendors
let userId = ''
let provider: Record<string, string> = {}
/** Keys of the same account that may not use `m`, and not from here. */
let bound = { models: '', ips: '' }
beforeAll(async () => {
  stage = await startBetweenTwo()
  const { gateway } = stage
  userId = (await gateway.call(getMe)).id
  await gateway.addModel('n')
  await gateway.addProvider({ slug: 'third', vendor: stage.second, models: ['n'] })
  const { items } = await gateway.call(adminListProviders)
  provider = Object.fromEntries(items.map(({ slug, id }) => [slug, id]))
  const [models, ips] = [
    await gateway.addKey({ allow_models: ['n'] }),
    await gateway.addKey({ allow_ips: ['10.24.0.0/16'] }),
  ]
  bound = { models: models.secret, ips: ips.secret }
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(() => stage.heal())

const FREE = { allow_models: null, deny_models: [], allow_providers: null, allow_ips: null }
const bind = (body: BodyInputOf<typeof adminPatchUser>) =>
  stage.gateway.call(adminPatchUser, { params: { id: userId }, body })
afterEach(() => bind(FREE))

const by = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

/** How a refusal is told, but for the id of the request. */
async function told(response: Response): Promise<unknown> {
  const text = await response.text()
  return [response.status, JSON.parse(text.replaceAll(idOf(response), 'ID'))]
}

const said = [{ role: 'user', content: 'hi' }]
const CALLS: [string, string, object][] = [
  ['OpenAI chat', '/v1/chat/completions', CHAT],
  ['OpenAI responses', '/v1/responses', { model: 'm', input: 'hi' }],
  ['Anthropic messages', '/v1/messages', { model: 'm', max_tokens: 9, messages: said }],
  ['Gemini', '/v1beta/models/m:generateContent', { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }],
]

test.each(CALLS)('what an account may not use is refused in %s as what its key may not', async (_, path, body) => {
  const refused = async (key: string) => told(await stage.send(body, { path, ...by(key) }))
  const [model, address] = [await refused(bound.models), await refused(bound.ips)]
  expect([model, address].map((one) => JSON.stringify(one))).toEqual([
    expect.stringContaining('may not use the model'),
    expect.stringContaining('may not be used from this address'),
  ])
  for (const bounds of [{ allow_models: ['n'] }, { deny_models: ['m'] }]) {
    await bind({ ...FREE, ...bounds })
    expect(await refused(stage.key)).toEqual(model)
  }
  await bind({ ...FREE, allow_ips: ['10.24.0.0/16'] })
  expect(await refused(stage.key)).toEqual(address)
  await bind({ ...FREE, allow_ips: ['10.24.0.0/16', '127.0.0.0/8'] })
  expect((await stage.send(body, { path })).status).toBe(200)
  // The key asks for more than the account does.
  expect(await refused(bound.ips)).toEqual(address)
})

test('models that the account may not use, or that only other providers have, are on no list', async () => {
  const listed = async () => {
    const answer = await stage.send(null, { path: '/v1/models', method: 'GET' })
    return ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id).toSorted()
  }
  expect(await listed()).toEqual(['m', 'n'])
  await bind({ deny_models: ['n'] })
  expect(await listed()).toEqual(['m'])
  await bind({ ...FREE, allow_providers: [provider['third'] ?? ''] })
  expect(await listed()).toEqual(['n'])
  const refused = await stage.send(CHAT)
  expect(refused.status).toBe(404)
  const row = await stage.gateway.row(idOf(refused))
  expect(row.error?.class).toBe('model_not_allowed')
  expect(row.attempts.map(({ provider: name, decision, reason }) => [name, decision, reason])).toEqual([
    ['first', 'skipped', 'forbidden'],
    ['second', 'skipped', 'forbidden'],
  ])
})

test('a provider that the account may not use is passed over, and the request and the simulation say why', async () => {
  await bind({ allow_providers: [provider['second'] ?? ''] })
  const asked = stage.first.served.length
  const answer = await stage.send(CHAT)
  expect(await answer.text()).toContain('from the second')
  expect(stage.first.served).toHaveLength(asked)
  const row = await stage.gateway.row(idOf(answer))
  expect(row.attempts.map(({ provider: name, decision, reason }) => [name, decision, reason])).toEqual([
    ['first', 'skipped', 'forbidden'],
    ['second', 'chosen', null],
  ])
  for (const who of [{ key_id: stage.keyId }, { user_id: userId }]) {
    const body = { ...who, model: 'm', protocol: 'openai-chat' } as const
    const { candidates } = await stage.gateway.call(adminSimulateRouting, { body })
    const fates = candidates.map(({ position, reason, provider: { name } }) => [position, name, reason])
    expect(fates.filter(([, , reason]) => reason !== 'format')).toEqual([
      [1, 'second', null],
      ...Array.from({ length: 3 }, () => [null, 'first', 'forbidden']),
    ])
  }
})

test('the playground asks no more than the account may', async () => {
  const { access_token: token } = await stage.gateway.call(login, { body: ADMIN })
  const play = async () => {
    const body = { key_id: stage.keyId, protocol: 'openai-chat', model: 'm', body: { messages: said } }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${stage.gateway.origin}/api/playground`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    await answer.body?.cancel()
    return answer.status
  }
  expect(await play()).toBe(200)
  await bind({ deny_models: ['m'] })
  expect(await play()).toBe(404)
  await bind({ ...FREE, allow_ips: ['10.24.0.0/16'] })
  expect(await play()).toBe(403)
})

const OUTSIDE = /不允许从此地址使用|may not be used from this address/

test('a key is tested from where it and its account may be used', async () => {
  const { gateway, keyId } = stage
  const tried = async (id: string) => {
    const { ok, detail } = await gateway.call(testKey, { params: { id }, body: { model: 'm' } })
    return ok || detail
  }
  const { id: elsewhere } = await gateway.call(createKey, { body: { name: 'elsewhere', allow_ips: ['10.24.0.0/16'] } })
  const before = stage.first.served.length
  expect(await tried(elsewhere)).toMatch(OUTSIDE)
  await bind({ ...FREE, allow_ips: ['10.24.0.0/16'] })
  expect(await tried(keyId)).toMatch(OUTSIDE)
  expect(stage.first.served).toHaveLength(before)
  await bind({ ...FREE, allow_ips: ['127.0.0.0/8'] })
  expect(await tried(keyId)).toBe(true)
})
