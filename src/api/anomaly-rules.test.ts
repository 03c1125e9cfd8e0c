import { expect, test } from 'vitest'
import { compare } from './anomaly-rules.ts'

const USD = 1_000_000_000n
const QUIET = {
  requests: 100,
  failed: 0,
  switched: 0,
  input: 0,
  cache_read: 0,
  cache_write: 0,
  cost_nanos: 0n,
  upstream_cost_nanos: 0n,
}
type Day = Partial<typeof QUIET>
const days = (before: readonly Day[], today: Day) => [...before, today].map((day) => ({ ...QUIET, ...day }))
const week = (day: Day) => Array.from({ length: 7 }, () => day)

test('a share of failures is compared with the median of the days before, and with a floor where it is usually none', () => {
  expect(compare('failed', days(week({ failed: 1 }), { failed: 4 }))?.judged).toBeNull()
  expect(compare('failed', days(week({ failed: 1 }), { failed: 6 }))).toEqual({
    value: '0.06',
    usual: '0.01',
    judged: { factor: 6, severity: 'warning' },
  })
  expect(compare('failed', days(week({}), { failed: 6 }))?.judged).toEqual({ factor: 12, severity: 'critical' })
  expect(compare('failed', days(week({ failed: 8 }), { failed: 12 }))?.judged).toBeNull()
})

test('one bad day among the days before does not become the usual', () => {
  const before = [...week({ failed: 1 }).slice(1), { failed: 90 }]
  expect(compare('failed', days(before, { failed: 10 }))).toMatchObject({ usual: '0.01', judged: { factor: 10 } })
})

test('too few requests, or too few days before, say nothing', () => {
  expect(compare('failed', days(week({ failed: 1 }), { requests: 19, failed: 19 }))).toBeUndefined()
  expect(compare('failed', [...week({}).map(() => null), { ...QUIET, failed: 50 }])).toBeUndefined()
  const few = [null, null, null, null, null, QUIET, QUIET, { ...QUIET, failed: 50 }]
  expect(compare('failed', few)).toBeUndefined()
  expect(compare('failed', [...week(QUIET).map(() => QUIET), null])).toBeUndefined()
})

test('a cost is told from a dollar on', () => {
  const of = (usual: bigint, today: bigint) =>
    compare('cost', days(week({ cost_nanos: usual }), { cost_nanos: today }))?.judged
  expect(of(USD / 4n, USD - 1n)).toBeNull()
  expect(of(USD, 2n * USD)).toEqual({ factor: 2, severity: 'warning' })
  expect(of(USD, 5n * USD)).toEqual({ factor: 5, severity: 'critical' })
})

test('a margin is told when it halves, and is critical below zero', () => {
  const sold = (upstream: bigint) => ({ cost_nanos: 10n * USD, upstream_cost_nanos: upstream * USD })
  const of = (usual: bigint, today: bigint) => compare('margin', days(week(sold(usual)), sold(today)))
  expect(of(8n, 9n)).toEqual({ value: '0.1', usual: '0.2', judged: { factor: 0.5, severity: 'warning' } })
  expect(of(8n, 11n)).toEqual({ value: '-0.1', usual: '0.2', judged: { factor: null, severity: 'critical' } })
  expect(of(11n, 12n)?.judged).toBeNull()
})

test('cache hits are told when they halve', () => {
  const read = (share: number) => ({ input: 1_000_000 - share * 10_000, cache_read: share * 10_000 })
  const of = (usual: number, today: number) => compare('cache', days(week(read(usual)), read(today)))?.judged
  expect(of(70, 30)).toEqual({ factor: 0.42, severity: 'warning' })
  expect(of(70, 40)).toBeNull()
  expect(of(10, 0)).toBeNull()
})
