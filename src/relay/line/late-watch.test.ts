import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LateWatch } from './late-watch.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Something that is late at some time, and notes when it is told so. */
function timedAt(lateAt: number) {
  const looks: number[] = []
  const check = (now: number) => {
    looks.push(now)
    return now < lateAt ? lateAt : Infinity
  }
  return { looks, check }
}

test('what is due is looked at then, also where what is due later came first', () => {
  const watch = new LateWatch()
  const now = performance.now()
  const [late, soon] = [timedAt(now + 5000), timedAt(now + 150)]
  watch.add(late, now + 5000)
  watch.add(soon, now + 150)
  vi.advanceTimersByTime(149)
  expect(soon.looks).toEqual([])
  vi.advanceTimersByTime(1)
  expect(soon.looks).toHaveLength(1)
  vi.advanceTimersByTime(4849)
  expect(late.looks.at(-1)).toBeLessThan(now + 5000)
  vi.advanceTimersByTime(1)
  expect(late.looks.at(-1)).toBe(now + 5000)
})

test('all are looked at about once a second, and nobody any more who has left', () => {
  const watch = new LateWatch()
  const calls = Array.from({ length: 100 }, () => timedAt(Infinity))
  const places = calls.map((call) => watch.add(call, Infinity))
  vi.advanceTimersByTime(10_000)
  expect(new Set(calls.map(({ looks }) => looks.length))).toEqual(new Set([10]))
  for (const place of places) place[Symbol.dispose]()
  vi.advanceTimersByTime(10_000)
  expect([calls[0]?.looks.length, vi.getTimerCount()]).toEqual([10, 0])
})

test('limits that lie close together cost a few looks and not one each', () => {
  const watch = new LateWatch()
  const now = performance.now()
  const calls = Array.from({ length: 500 }, (_, n) => timedAt(now + 100 + n))
  for (const call of calls) watch.add(call, now + 1000)
  vi.advanceTimersByTime(2000)
  expect(Math.max(...calls.map(({ looks }) => looks.length))).toBeLessThan(40)
})
