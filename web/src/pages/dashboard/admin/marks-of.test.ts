import { expect, test } from 'vitest'
import type { AuditEvent } from '../../../../../src/contract/audit.ts'
import { marksOf } from './marks-of.ts'

test('a change stands in the bucket of its time, the earlier first, and one before them all in none', () => {
  const event = (at: number) => ({ id: `${at}`, at: new Date(at).toISOString() }) as AuditEvent
  const marks = marksOf([1000, 2000, 3000], [event(3500), event(2999), event(2000), event(999)], ({ id }) => id)
  expect(marks).toEqual([[], ['2000', '2999'], ['3500']])
})
