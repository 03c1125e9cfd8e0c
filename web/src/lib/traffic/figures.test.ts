import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as format from '../format.ts'
import { bucketNames } from './buckets.ts'
import {
  cacheShare,
  difference,
  figureOf,
  margin,
  scaled,
  seriesOf,
  successShare,
  sum,
  tokensOf,
  unitOf,
  shareOf,
} from './figures.ts'

const point = {
  at: '2026-11-20T00:00:00Z',
  requests: 12_345,
  attempts: 12_500,
  switched: 40,
  failed: 3,
  tokens: 1_000_000,
  input: 100_000,
  cache_read: 700_000,
  cache_write: 100_000,
  output: 100_000,
  media: 0,
  cost: '4.5678',
  upstream_cost: '3.5',
  first_token_p50: 800,
  first_token_p95: 2000,
  total_p50: 9000,
  total_p95: 20_000,
}

describe('figures of a chart', () => {
  it('are drawn as numbers and shown as exact words', () => {
    expect(figureOf(point, 'cost', format)).toEqual({ value: 4.5678, text: '$4.57' })
    expect(figureOf(point, 'upstream', format)).toEqual({ value: 3.5, text: '$3.50' })
    expect(figureOf(point, 'requests', format)).toEqual({ value: 12_345, text: '12,345' })
    expect(figureOf(point, 'attempts', format)).toEqual({ value: 12_500, text: '12,500' })
    expect(figureOf(point, 'input', format)).toEqual({ value: 900_000, text: '900K' })
  })

  it('keep the colour of their rank, also when a series before them shows nothing', () => {
    const nothing = { ...point, failed: 0 }
    const answer = {
      bucket: 'day' as const,
      buckets: [point.at],
      total: [{ ...point, first_token_p99: 5000, total_p99: 40_000 }],
      series: [
        { id: 'a', name: 'A', points: [nothing] },
        { id: 'b', name: 'B', points: [point] },
        { id: null, name: '', points: [point] },
      ],
    }
    const series = seriesOf(answer, 'failed', (id, name) => (id === null ? 'Others' : name), format)
    expect(series.map(({ name, colour }) => [name, colour])).toEqual([
      ['B', 'var(--c2)'],
      ['Others', 'var(--c0)'],
    ])
  })

  it('tell what share one amount is of another, and none of nothing', () => {
    expect([shareOf('0.25', '2'), shareOf('0', '1'), shareOf('1', '0')]).toEqual([0.125, 0, null])
  })

  it('count the cached share of everything that was read', () => {
    expect(cacheShare(point)).toBeCloseTo(7 / 9)
    expect(cacheShare({ input: 0, cache_read: 0, cache_write: 0 })).toBeNull()
  })

  it('count sound and pictures among all tokens', () => {
    expect(tokensOf({ ...point, media: 23 })).toBe(1_000_023)
  })
})

describe('the money of a chart', () => {
  it('is yuan where the reader sees yuan, and anything else keeps its unit', () => {
    const yuan = { money: { sign: '¥' as const, rateMicros: 7_120_000n } }
    expect(unitOf('cost', { money: format.DOLLARS })).toBe('usd')
    expect(unitOf('cost', yuan)).toBe('cny')
    expect(unitOf('tokens', yuan)).toBe('tokens')
  })
})

describe('sums of money', () => {
  it('are exact to the nano-dollar', () => {
    expect(sum(['0.1', '0.2', '0.000000001'])).toBe('0.300000001')
    expect(difference('0.3', '0.1')).toBe('0.2')
    expect(scaled('10.000000001', 30, 10)).toBe('30.000000003')
    expect(scaled('1', 1, 0)).toBeNull()
  })

  it('give back what was taken away', () => {
    const amount = fc
      .integer({ min: 0, max: 1_000_000_000 })
      .map((nanos) => `${Math.floor(nanos / 1e6)}.${String(nanos % 1e6).padStart(6, '0')}`)
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        expect(difference(sum([one, other]), other)).toBe(sum([one]))
      }),
    )
  })
})

describe('names of buckets', () => {
  const voice = { locale: 'en', zone: 'Asia/Shanghai' } as const
  const hours = (count: number) =>
    bucketNames(
      Array.from({ length: count }, (_, hour) =>
        new Date(Date.parse('2026-11-17T16:00:00Z') + hour * 3_600_000).toISOString(),
      ),
      'hour',
      voice,
    )

  it('are days with their weekday', () => {
    expect(bucketNames(['2026-11-12T16:00:00Z'], 'day', voice)).toEqual([{ label: '11-13', title: '11-13 Fri' }])
  })

  it('are the time of day hours begin at where a zone is half an hour beside the others', () => {
    const starts = ['2026-11-17T18:00:00Z', '2026-11-17T19:00:00Z', '2026-11-18T01:00:00Z']
    const inKolkata = { ...voice, zone: 'Asia/Kolkata' }
    expect(bucketNames(starts, 'hour', inKolkata)).toEqual([
      { label: '23:30', title: '11-17 23:30' },
      { label: '00:30', title: '11-18 00:30' },
      { label: '06:30', title: '11-18 06:30' },
    ])
  })

  it('are hours within a day, and the days where many are shown', () => {
    expect(hours(24)[9]?.label).toBe('09:00')
    expect(hours(48).flatMap(({ label }) => label || [])).toEqual([
      '11-18',
      '06:00',
      '12:00',
      '18:00',
      '11-19',
      '06:00',
      '12:00',
      '18:00',
    ])
    expect(hours(100).flatMap(({ label }) => label || [])).toEqual(['11-18', '11-19', '11-20', '11-21', '11-22'])
  })
})

describe('a margin', () => {
  it('is exact to the nano-dollar, may be a loss, and has no share of nothing', () => {
    expect(margin({ cost: '10', upstream_cost: '7.500000001' })).toEqual({ amount: '2.499999999', share: 0.2499 })
    expect(margin({ cost: '1', upstream_cost: '1.5' })).toEqual({ amount: '-0.5', share: -0.5 })
    expect(margin({ cost: '0', upstream_cost: '0' })).toEqual({ amount: '0', share: null })
  })

  it('is not told to users', () => {
    expect(margin({ cost: '10', upstream_cost: null })).toEqual({ amount: null, share: null })
  })
})

it('who leaves takes nothing from the success of the others', () => {
  expect(successShare({ requests: 5, succeeded: 3, cancelled: 1 })).toBe(0.75)
  expect(successShare({ requests: 1, succeeded: 0, cancelled: 1 })).toBe(null)
  expect(successShare({ requests: 0, succeeded: 0, cancelled: 0 })).toBe(null)
})
