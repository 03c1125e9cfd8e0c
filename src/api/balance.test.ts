import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../core/time.ts'
import { TELLER } from './test-script.ts'
import { acmeProvider, openWorld, settledRequest, type World } from './testing.ts'

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
})
afterEach(() => world[Symbol.asyncDispose]())

const preset = TELLER
const AT = '2026-11-20T08:00:00.000Z'

async function saved(more = {}) {
  return (await world.call('adminCreateProvider', { token, body: acmeProvider({ preset, ...more }) })).body
}

const look = (id: string, credential_id: string) =>
  world.call('adminAskBalance', { token, params: { id, credential_id } })

test('a vendor is asked at once what is left of an account, and the figure is told with its time', async () => {
  const { id, credentials, tells_balance: tells } = await saved()
  const credential = credentials[0]?.id ?? ''
  expect(tells).toBe(true)
  expect(credentials[0]).toMatchObject({ balance: null, balance_failure: null })
  const { body } = await look(id, credential)
  expect(body.credentials[0]?.balance).toEqual({ amount: '110', currency: 'CNY', at: AT, days_left: null })
  expect(world.seen.balances).toMatchObject([{ secret: 'vendor-secret-value-1234', preset }])
  const [listed] = (await world.call('adminListProviders', { token })).body.items
  expect(listed?.credentials[0]?.balance?.amount).toBe('110')
})

test('where a vendor does not tell, the last figure stays beside why and since when', async () => {
  const { id, credentials } = await saved()
  const credential = credentials[0]?.id ?? ''
  await look(id, credential)
  world.script.balance = { ok: false, problem: 'refused_key' }
  world.clock.ms += 60_000
  const { body } = await look(id, credential)
  expect(body.credentials[0]).toMatchObject({
    balance: { amount: '110', at: AT },
    balance_failure: { problem: 'refused_key', since: '2026-11-20T08:01:00.000Z' },
  })
})

test('a provider whose vendor tells nothing, or that has no such credential, is not asked', async () => {
  const mute = await saved({ preset: 'custom' })
  expect(mute.tells_balance).toBe(false)
  expect((await look(mute.id, mute.credentials[0]?.id ?? '')).status).toBe(422)
  const teller = await saved({ slug: 'teller' })
  expect((await look(teller.id, mute.credentials[0]?.id ?? '')).status).toBe(404)
  expect(world.seen.balances).toEqual([])
})

test('from what on little is left is set, shown and taken away; what is no amount is refused', async () => {
  const { id, balance_alert: at_first } = await saved({ balance_alert: '20.50' })
  expect(at_first).toBe('20.5')
  const patch = (balance_alert: string | null) =>
    world.call('adminPatchProvider', { token, params: { id }, body: { balance_alert } })
  expect((await patch('7')).body.balance_alert).toBe('7')
  expect((await patch('-7')).status).toBe(422)
  expect((await patch(null)).body.balance_alert).toBeNull()
  expect((await world.call('adminPatchProvider', { token, params: { id }, body: { note: 'n' } })).body).toMatchObject({
    balance_alert: null,
  })
})

/** Settles what a credential was paid with, so many days ago. */
async function pay(credentialId: string, usd: bigint, daysAgo: number) {
  const at = world.clock.now() - daysAgo * DAY_MS
  const facts = { at, userId: 'u', keyId: 'k', model: 'm', credentialId, upstreamCostNanos: usd * 1_000_000_000n }
  await world.store.requests.insertSettled([settledRequest(facts)])
}

test('how long it lasts at the pace of seven days is told of each credential, everywhere the provider is answered', async () => {
  world.script.balance = { ok: true, balance: { nanos: 110_000_000_000n, currency: 'USD' } }
  const { id, credentials } = await saved()
  const [{ id: credential } = { id: '' }] = credentials
  expect((await look(id, credential)).body.credentials[0]?.balance?.days_left).toBeNull()
  // Seven days and eight hours ago it had begun: 22 dollars.
  await pay(credential, 20n, 7)
  await pay(credential, 2n, 0)
  const params = { id }
  const answers = [
    (await world.call('adminListProviders', { token })).body.items[0],
    (await world.call('adminGetProvider', { token, params })).body,
    (await look(id, credential)).body,
    (await world.call('adminPatchProvider', { token, params, body: { note: 'n' } })).body,
    (await world.call('adminPatchProvider', { token, params, body: { note: 'n' } })).body,
  ]
  expect(answers.map((answer) => answer?.credentials[0]?.balance?.days_left)).toEqual([36, 36, 36, 36, 36])
})

test('yuan last by the exchange rate of the console, and without one nobody says how long', async () => {
  const { id, credentials } = await saved()
  const [{ id: credential } = { id: '' }] = credentials
  await pay(credential, 20n, 7)
  const daysLeft = async () => (await look(id, credential)).body.credentials[0]?.balance?.days_left
  expect(await daysLeft()).toBeNull()
  await world.call('adminPatchSettings', { token, body: { values: { 'money.cny_rate': '5.5' } } })
  expect(await daysLeft()).toBe(7)
})

test('a provider is paid as its preset says until its operator says otherwise', async () => {
  const teller = await saved()
  expect(teller.billing_type).toBe('prepaid')
  expect((await saved({ preset: 'custom', slug: 'mute' })).billing_type).toBe('postpaid')
  const { items } = (await world.call('adminListPresets', { token })).body
  expect(items.find(({ id }) => id === TELLER)?.billing_type).toBe('prepaid')
  expect((await saved({ slug: 'other', billing_type: 'plan' })).billing_type).toBe('plan')
  const patch = (body: object) => world.call('adminPatchProvider', { token, params: { id: teller.id }, body })
  expect((await patch({ billing_type: 'plan' })).body.billing_type).toBe('plan')
  expect((await patch({ note: 'n' })).body.billing_type).toBe('plan')
  expect((await patch({ billing_type: 'never' })).status).toBe(422)
})
