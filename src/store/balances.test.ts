import { describe, expect, test } from 'vitest'
import type { BalanceAnswer } from '../core/balance.ts'
import { engines, TEST_NOW } from './test-store.ts'

const SECRET = 'upstream-secret-for-tests-9f3K'
const MAIN = { name: 'main', secret: SECRET, priority: 1, weight: 1, status: 'active' } as const
const PROVIDER = {
  id: 'p1',
  slug: 'p1',
  name: 'Acme',
  preset: 'custom',
  priority: 100,
  weight: 1,
  multiplierMicros: 1_000_000n,
  allowPrivate: false,
  balanceAlert: 900_719_925_123_456_789n,
  note: '',
  endpoints: [{ dialect: 'openai', baseUrl: 'https://api.acme.example/v1', capabilities: ['chat'] }],
  credentials: [MAIN],
  routes: [],
} as const

describe.each(engines)('balances on %s', (_, open) => {
  test('what is left of an account is kept until it is told anew, and forgotten with the secret it was asked with', async () => {
    await using store = await open()
    const made = await store.providers.create(PROVIDER)
    if (!made.ok) throw new Error(`Refused: ${made.refused}`)
    const { id, credentials } = made.value
    const [main] = credentials
    if (!main) throw new Error('no credential')
    expect(main).toMatchObject({ balance: null, failing: null })
    const save = (answer: BalanceAnswer, secret = SECRET) =>
      store.providers.saveBalance(id, { credentialId: main.id, secret, answer })
    const kept = async () => {
      const [{ balance, failing } = main] = (await store.providers.get(id))?.credentials ?? []
      return { balance, failing }
    }
    await save({ ok: false, problem: 'timeout' })
    store.clock.set(TEST_NOW + 1)
    await save({ ok: false, problem: 'refused_key' })
    expect(await kept()).toEqual({ balance: null, failing: { problem: 'refused_key', since: TEST_NOW } })
    await save({ ok: true, balance: { nanos: 900_719_925_123_456_789n, currency: 'CNY' } })
    const balance = { nanos: 900_719_925_123_456_789n, currency: 'CNY', at: TEST_NOW + 1 }
    expect(await kept()).toEqual({ balance, failing: null })
    store.clock.set(TEST_NOW + 2)
    await save({ ok: false, problem: 'timeout' })
    expect(await kept()).toEqual({ balance, failing: { problem: 'timeout', since: TEST_NOW + 2 } })
    await store.providers.patch(id, { credentials: [{ ...MAIN, id: main.id, secret: undefined, name: 'renamed' }] })
    expect(await kept()).toMatchObject({ balance })
    await store.providers.patch(id, { credentials: [{ ...MAIN, id: main.id, secret: 'another-secret-of-them' }] })
    expect(await kept()).toEqual({ balance: null, failing: null })
    await save({ ok: true, balance: { nanos: 1n, currency: 'USD' } })
    expect(await kept()).toEqual({ balance: null, failing: null })
  })

  test('from what on little is left is kept to the last digit, and taken away by null alone', async () => {
    await using store = await open()
    await store.providers.create(PROVIDER)
    const alert = async () => (await store.providers.get('p1'))?.balanceAlert
    expect(await alert()).toBe(900_719_925_123_456_789n)
    await store.providers.patch('p1', { note: 'n' })
    expect(await alert()).toBe(900_719_925_123_456_789n)
    await store.providers.patch('p1', { balanceAlert: null })
    expect(await alert()).toBeNull()
  })

  test('how a provider is paid is kept, and what is left out of a change stays', async () => {
    await using store = await open()
    await store.providers.create({ ...PROVIDER, billingType: 'plan' })
    const type = async () => (await store.providers.get('p1'))?.billingType
    await store.providers.patch('p1', { note: 'n' })
    expect(await type()).toBe('plan')
    await store.providers.patch('p1', { billingType: 'prepaid' })
    expect(await type()).toBe('prepaid')
  })

  test('a provider is told of by the account that has least, once less is left than its operator wants', async () => {
    await using store = await open()
    const named = (name: string, status: 'active' | 'disabled' = 'active') => ({
      ...MAIN,
      name,
      secret: `secret-of-${name}-1`,
      status,
    })
    const credentials = [named('more'), named('least'), named('untold'), named('off', 'disabled')]
    await store.providers.create({ ...PROVIDER, balanceAlert: 21n, credentials })
    await store.providers.create({ ...PROVIDER, id: 'p2', slug: 'p2', balanceAlert: null })
    const left: Record<string, bigint> = { more: 20n, least: -3n, off: -9n, main: 1n }
    for (const { id, credentials: own } of await store.providers.list())
      for (const { id: credentialId, name } of own) {
        const secret = name === 'main' ? SECRET : `secret-of-${name}-1`
        const nanos = left[name]
        if (nanos === undefined) continue
        await store.providers.saveBalance(id, {
          credentialId,
          secret,
          answer: { ok: true, balance: { nanos, currency: 'CNY' } },
        })
      }
    const low = () => store.alerts.lowVendorBalances()
    const told = { providerId: 'p1', provider: 'Acme', left: { nanos: -3n, currency: 'CNY' }, wanted: 21n }
    expect(await low()).toEqual([expect.objectContaining(told)])
    await store.providers.patch('p1', { balanceAlert: -3n })
    expect(await low()).toEqual([])
    await store.providers.patch('p1', { balanceAlert: 21n, status: 'disabled' })
    expect(await low()).toEqual([])
    await store.providers.patch('p1', { status: 'active' })
    expect(await low()).toHaveLength(1)
    await store.providers.remove('p1')
    expect(await low()).toEqual([])
  })
})
