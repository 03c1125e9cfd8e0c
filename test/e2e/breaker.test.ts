import { afterEach, beforeEach, expect, test } from 'vitest'
import { adminCreateKey } from '../../src/contract/admin-keys.ts'
import { adminPatchSettings } from '../../src/contract/admin-settings.ts'
import { adminCreateUser } from '../../src/contract/admin-users.ts'
import { adminListProviders } from '../../src/contract/providers.ts'
import { adminSimulateRouting } from '../../src/contract/routing.ts'
import { startVendor } from '../vendor/server.ts'
import { startGateway } from './gateway.ts'
import { CHAT, idOf } from './two-vendors.ts'

/** A gateway in front of a vendor and another that is asked when the first fails, both with the models `m` and `n`, and two users. */
async function start() {
  const parts = new AsyncDisposableStack()
  const first = parts.use(await startVendor())
  const second = parts.use(await startVendor())
  const gateway = parts.use(await startGateway())
  // So that none of what rests is tried again while a test looks at it.
  await gateway.call(adminPatchSettings, { body: { values: { 'relay.breaker_first_s': 60 } } })
  for (const model of ['m', 'n']) await gateway.addModel(model)
  await gateway.addProvider({ slug: 'first', vendor: first, models: ['m', ['n', 'n-up']], priority: 1 })
  await gateway.addProvider({ slug: 'second', vendor: second, models: ['m', 'n'], priority: 2 })
  const callerNamed = async (name: string) => {
    const user = await gateway.call(adminCreateUser, { body: { email: `${name}@yumen.test`, name } })
    const { id: keyId, secret } = await gateway.call(adminCreateKey, { body: { user: user.id, name: 'key' } })
    return { userId: user.id, keyId, secret }
  }
  const [ann, ben] = [await callerNamed('ann'), await callerNamed('ben')]
  return { first, gateway, ann, ben, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

type Stage = Awaited<ReturnType<typeof start>>
type Caller = Stage['ann']

let stage: Stage
beforeEach(async () => {
  stage = await start()
})
afterEach(() => stage[Symbol.asyncDispose]())

/** Asks for a model; gives how the first provider took it: its status, or why it was not asked. */
async function asked({ secret }: Caller, model: string): Promise<unknown> {
  const response = await fetch(`${stage.gateway.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ ...CHAT, model }),
  })
  await response.text()
  expect(response.status).toBe(200)
  const { attempts } = await stage.gateway.row(idOf(response))
  const attempt = attempts.find(({ provider }) => provider === 'first')
  return attempt?.reason ?? attempt?.http_status
}

/** Why the first provider would not be asked; null where it would. */
async function simulated({ keyId }: Caller, model: string) {
  const body = { key_id: keyId, model, protocol: 'openai-chat' } as const
  const { candidates } = await stage.gateway.call(adminSimulateRouting, { body })
  return candidates.find(({ provider, protocol }) => provider.name === 'first' && protocol === 'openai-chat')?.reason
}

/** What the page of the first provider says of the endpoint that is asked. */
async function told() {
  const { items } = await stage.gateway.call(adminListProviders)
  const { endpoints = [], health } = items.find(({ slug }) => slug === 'first') ?? {}
  const id = endpoints.find(({ dialect }) => dialect === 'openai')?.id
  const now = health?.endpoints.find((endpoint) => endpoint.id === id)
  return [now?.breaker, ...(now?.parts ?? []).map(({ model, user_id: userId }) => [model, userId])]
}

test('one caller whose requests all fail is sent elsewhere, and takes the endpoint away from nobody else', async () => {
  const { first, ann, ben } = stage
  first.queue(...Array.from({ length: 5 }, () => ({ status: 500 })))
  for (let n = 0; n < 5; n += 1) expect(await asked(ann, 'm')).toBe(500)
  expect([await asked(ann, 'm'), await told()]).toEqual(['breaker', ['open']])
  expect(await asked(ben, 'm')).toBe(200)
  expect(await asked(ann, 'm')).toBe('breaker_caller')
  expect([await simulated(ann, 'm'), await simulated(ben, 'm')]).toEqual(['breaker_caller', null])
  expect(await told()).toEqual(['closed', ['m', ann.userId]])
})

test('a model whose deployment is down rests for everybody, and the others of its endpoint go on', async () => {
  const { first, ann, ben } = stage
  first.on('n-up', { status: 503 })
  for (const caller of [ann, ben, ann, ben, ann]) {
    expect(await asked(caller, 'n')).toBe(503)
    expect(await asked(caller, 'm')).toBe(200)
  }
  expect([await asked(ann, 'n'), await asked(ben, 'n')]).toEqual(['breaker_model', 'breaker_model'])
  expect(await simulated(ben, 'n')).toBe('breaker_model')
  expect([await asked(ann, 'm'), await asked(ben, 'm')]).toEqual([200, 200])
  expect(await told()).toEqual(['closed', ['n-up', null]])
})

test('an endpoint that fails whoever asks for whatever rests for all of it, after five failures', async () => {
  const { first, ann, ben } = stage
  first.script({ status: 503 })
  for (const [caller, model] of [
    [ann, 'm'],
    [ben, 'n'],
    [ann, 'm'],
    [ben, 'm'],
    [ann, 'n'],
  ] as const)
    expect(await asked(caller, model)).toBe(503)
  for (const caller of [ann, ben]) for (const model of ['m', 'n']) expect(await asked(caller, model)).toBe('breaker')
  expect(await told()).toEqual(['open'])
})
