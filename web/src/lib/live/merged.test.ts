import { expect, test } from 'vitest'
import type { RequestRow } from '../../../../src/contract/usage.ts'
import { MAX_ROWS, merged } from './merged.ts'

const row = (id: number, status: RequestRow['status'] = 'succeeded') =>
  ({ id: String(id).padStart(4, '0'), at: new Date(id * 1000).toISOString(), status }) as RequestRow
const shown = (rows: readonly RequestRow[]) => rows.map(({ id, status }) => `${Number(id)} ${status}`)

test('puts the newest requests first and shows each once', () => {
  expect(shown(merged([row(2)], [row(1), row(3), row(2)]))).toEqual(['3 succeeded', '2 succeeded', '1 succeeded'])
})

test('a request that has ended runs no more, whichever list says so', () => {
  expect(shown(merged([row(2)], [row(2, 'running')]))).toEqual(['2 succeeded'])
  expect(shown(merged([row(2, 'running')], [row(2, 'failed')]))).toEqual(['2 failed'])
})

test('keeps no more than anybody reads', () => {
  const many = Array.from({ length: MAX_ROWS + 5 }, (_, n) => row(n))
  const rows = merged(many)
  expect(rows).toHaveLength(MAX_ROWS)
  expect(rows[0]).toBe(many.at(-1))
})
