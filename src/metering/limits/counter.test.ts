import { expect, test } from 'vitest'
import type { Limit } from '../../core/limits.ts'
import { countsTheSame, isCutIn, openCounter } from './counter.ts'
import { limitOf } from './test-limits.ts'

const AT = { now: Date.parse('2026-11-20T10:00:30Z'), zone: 'Asia/Shanghai' }

test('what runs at once has no window, and the database knows nothing of it', () => {
  const use = { limitId: 'l1', windowStart: 0, used: 7n }
  const opened = (over: Partial<Limit>) => openCounter(limitOf(over), use, AT)
  expect(opened({ metric: 'concurrency' })).toMatchObject({ span: { end: null }, budget: { seeded: 0n } })
  expect(opened({ window: 'total' })).toMatchObject({ span: { end: null }, budget: { seeded: 7n } })
})

test.each<[Partial<Limit>, boolean]>([
  [{ mode: 'hard', action: 'warn' }, true],
  [{ subject: 'key' }, false],
  [{ subjectId: 'u2' }, false],
  [{ metric: 'tokens' }, false],
  [{ window: 'month' }, false],
])('whether a limit that becomes %j still counts the same: %s', (changed, same) => {
  expect(countsTheSame(limitOf(), limitOf(changed))).toBe(same)
})

test.each<[Partial<Limit>, boolean]>([
  [{}, false],
  [{ window: 'minute' }, true],
  [{ window: 'total' }, true],
  [{ metric: 'concurrency' }, true],
])('whether the windows of %j are those of every zone: %s', (over, everywhere) => {
  const counter = openCounter(limitOf(over), undefined, AT)
  expect([isCutIn(counter, AT.zone), isCutIn(counter, 'UTC')]).toEqual([true, everywhere])
})
