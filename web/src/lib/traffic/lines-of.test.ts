import { expect, test } from 'vitest'
import type { Series } from '../../../../src/contract/usage.ts'
import type { Format } from '../use-format.ts'
import { latencyLines } from './lines-of.ts'

test('a latency is drawn with its slowest hundredth, and where nothing was measured there is no figure', () => {
  const measured = { first_token_p50: 800, first_token_p95: 2000, first_token_p99: 9000, total_p99: null }
  const data = { total: [measured] } as unknown as Series
  const format = { seconds: (ms: number | null) => (ms === null ? '—' : `${ms} ms`) } as Format
  const drawn = (of: 'first_token' | 'total') =>
    latencyLines(data, of, format).map(({ name, figures }) => [name, figures[0]?.text])
  expect(drawn('first_token')).toEqual([
    ['P50', '800 ms'],
    ['P95', '2000 ms'],
    ['P99', '9000 ms'],
  ])
  expect(latencyLines(data, 'total', format).at(-1)?.figures).toEqual([{ value: null, text: '—' }])
})
