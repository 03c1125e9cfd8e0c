import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts'
import { aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

const AT = Date.UTC(2026, 9, 10, 12)
const OCTOBER = { from: Date.UTC(2026, 9, 1), to: Date.UTC(2026, 10, 1), zone: 'UTC' }
const BY = {
  provider: { day: false, model: false },
  day: { day: true, model: false },
  model: { day: false, model: true },
}

async function addProvider(store: TestStore, id: string): Promise<void> {
  const made = await store.providers.create({
    id,
    slug: id,
    name: `Provider ${id}`,
    preset: 'custom',
    priority: 1,
    weight: 1,
    multiplierMicros: 1_000_000n,
    allowPrivate: false,
    drainOnAbort: false,
    note: '',
    endpoints: [],
    credentials: [],
    routes: [],
    models: [],
  })
  expect(made.ok).toBe(true)
}

const line = (day: string, amountNanos: bigint, model = '') => ({ day, model, amountNanos })
const facts = (rows: Awaited<ReturnType<TestStore['bills']['reconcile']>>) =>
  rows.map(({ providerId, day, model, recordedNanos, billed }) => [
    providerId,
    day ?? model,
    recordedNanos,
    billed?.nanos ?? null,
  ])

describe.each(engines)('bills on %s', (_name, open) => {
  test('stand beside what was reckoned, by provider, day and model, and neither hides the other', async () => {
    await using store = await open()
    await addProvider(store, 'p1')
    await addProvider(store, 'p2')
    await store.requests.insertSettled([
      aRequest({ at: AT, upstreamCostNanos: 5n }),
      aRequest({ at: AT + DAY_MS, upstreamCostNanos: 7n, model: 'm2' }),
      aRequest({ at: AT, providerId: null, upstreamCostNanos: 0n }),
      aRequest({ at: TEST_NOW, upstreamCostNanos: 100n }),
    ])
    const span = { first: '2026-10-10', last: '2026-10-12' }
    const lines = [line('2026-10-10', 6n, 'm1'), line('2026-10-12', 1n, 'm1')]
    expect(await store.bills.replace('p1', { span, lines })).toMatchObject({ ok: true })
    await store.bills.replace('p2', { span, lines: [line('2026-10-11', 9n)] })
    expect(await store.bills.reconcile({ ...OCTOBER, by: BY.provider })).toMatchObject([
      {
        providerName: 'Provider p1',
        requests: 2,
        recordedNanos: 12n,
        billed: { nanos: 7n, first: '2026-10-10', last: '2026-10-12' },
      },
      { providerName: 'Provider p2', requests: 0, recordedNanos: 0n, billed: { nanos: 9n } },
    ])
    expect(facts(await store.bills.reconcile({ ...OCTOBER, providers: ['p1'], by: BY.day }))).toEqual([
      ['p1', '2026-10-10', 5n, 6n],
      ['p1', '2026-10-11', 7n, null],
      ['p1', '2026-10-12', 0n, 1n],
    ])
    expect(facts(await store.bills.reconcile({ ...OCTOBER, providers: ['p1'], by: BY.model }))).toEqual([
      ['p1', 'm2', 7n, null],
      ['p1', 'm1', 5n, 7n],
    ])
  })

  test('replace what was there of their days, months included, and leave other days and providers alone', async () => {
    await using store = await open()
    await addProvider(store, 'p1')
    const put = (first: string, last: string, ...lines: ReturnType<typeof line>[]) =>
      store.bills.replace('p1', { span: { first, last }, lines })
    const all = async () => facts(await store.bills.reconcile({ ...OCTOBER, by: BY.day }))
    await put('2026-10-01', '2026-10-31', line('2026-10', 50n))
    expect(await all()).toEqual([['p1', '2026-10', 0n, 50n]])
    await put('2026-10-02', '2026-10-03', line('2026-10-02', 1n), line('2026-10-03', 2n))
    await put('2026-10-03', '2026-10-04', line('2026-10-04', 4n))
    expect(await all()).toEqual([
      ['p1', '2026-10-02', 0n, 1n],
      ['p1', '2026-10-04', 0n, 4n],
    ])
    await put('2026-10-01', '2026-10-31')
    expect(await all()).toEqual([])
    expect(
      await store.bills.replace('nobody', { span: { first: '2026-10-01', last: '2026-10-01' }, lines: [] }),
    ).toMatchObject({ ok: false, refused: 'not_found' })
  })

  test('of a month say nothing of a part of it', async () => {
    await using store = await open()
    await addProvider(store, 'p1')
    await store.bills.replace('p1', {
      span: { first: '2026-10-01', last: '2026-10-31' },
      lines: [line('2026-10', 50n)],
    })
    const part = { ...OCTOBER, from: OCTOBER.from + DAY_MS }
    expect(await store.bills.reconcile({ ...part, by: BY.provider })).toEqual([])
    const more = { ...OCTOBER, to: OCTOBER.to + DAY_MS }
    expect(facts(await store.bills.reconcile({ ...more, by: BY.provider }))).toEqual([['p1', null, 0n, 50n]])
  })

  test('stand beside days that add up however they are asked for, also where midnight is within an hour', async () => {
    await using store = await open()
    const zone = 'Asia/Kolkata'
    const midnight = (day: number) => Date.UTC(2026, 9, day) - 5.5 * HOUR_MS
    const times = [1, 2, 3].flatMap((day) => [midnight(day) - 20 * MINUTE_MS, midnight(day) + 20 * MINUTE_MS])
    await store.requests.insertSettled(times.map((at, n) => aRequest({ at, upstreamCostNanos: 1n << BigInt(n) })))
    const recorded = async (from: number, to: number, by = BY.provider) =>
      facts(await store.bills.reconcile({ from: midnight(from), to: midnight(to), zone, by })).map(
        ([, , nanos]) => nanos,
      )
    expect([await recorded(1, 2), await recorded(2, 3)]).toEqual([[12n], [48n]])
    expect(await recorded(1, 3, BY.day)).toEqual([12n, 48n])
    expect(await recorded(1, 3)).toEqual([60n])
  })
})
