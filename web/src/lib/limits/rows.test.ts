import { expect, test } from 'vitest'
import { limitsInput, type LimitView } from '../../../../src/contract/limits.ts'
import { faultsOf, inputOf, offeredRows, rowsOf, withMetric, type LimitRow } from './rows.ts'

const rules = { mode: 'normal', action: 'refuse' } as const
const row = (more: Partial<LimitRow>): LimitRow => ({ metric: 'cost', window: 'month', max: '5', ...rules, ...more })

test('limits come back from the form as they went in', () => {
  const state = { window: 'month', ...rules, resets_at: null } as const
  const limits: LimitView[] = [
    { metric: 'cost', max: '12.5', used: '1', held: '0', ...state },
    { metric: 'tokens', max: 1000, used: 1, held: 0, ...state },
    { metric: 'concurrency', max: 3, used: 1, held: 0, ...state, window: 'total' },
  ]
  const rows = rowsOf(limits)
  expect(inputOf(rows)).toEqual([
    { metric: 'cost', window: 'month', max: '12.5', ...rules },
    { metric: 'tokens', window: 'month', max: 1000, ...rules },
    { metric: 'concurrency', window: 'total', max: 3, ...rules },
  ])
})

test('an amount that is none, a count that is none and a limit named twice are found where they stand', () => {
  const rows = [
    row({}),
    row({ max: '1' }),
    row({ window: 'day', max: '-1' }),
    row({ window: 'week', max: '' }),
    row({ metric: 'requests', max: '1.5' }),
    row({ metric: 'tokens', max: ' 20 ' }),
  ]
  expect(faultsOf(rows)).toEqual([null, 'twice', 'cost', 'cost', 'count', null])
})

test('amounts and counts are read as people type them', () => {
  const rows = [
    row({ max: '２０．５' }),
    row({ window: 'day', max: '$1,250' }),
    row({ metric: 'tokens', max: '1,000,０００' }),
  ]
  expect(faultsOf(rows)).toEqual([null, null, null])
  expect(inputOf(rows).map(({ max }) => max)).toEqual(['20.5', '1250', 1_000_000])
})

test('an amount that the server would refuse as too large is found where it stands, and so is no other', () => {
  const maxima = ['1000000000', '1000000000.000000001', '9999999999']
  const rows = maxima.map((max) => row({ max }))
  const taken = rows.map((one) => limitsInput.safeParse(inputOf([one])).success)
  expect(rows.map((one) => faultsOf([one])[0] === null)).toEqual(taken)
  expect(taken).toEqual([true, false, false])
})

test('what runs at once is counted over no window', () => {
  expect(withMetric(row({ window: 'day' }), 'concurrency')).toMatchObject({ metric: 'concurrency', window: 'total' })
  expect(withMetric(row({ window: 'day' }), 'tokens')).toMatchObject({ metric: 'tokens', window: 'day' })
})

test('what is usual is offered until it is there', () => {
  expect(offeredRows([row({})]).map(({ metric, window }) => `${metric} ${window}`)).toEqual([
    'cost day',
    'requests minute',
    'concurrency total',
  ])
})
