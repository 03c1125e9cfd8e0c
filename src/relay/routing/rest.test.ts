import { expect, test } from 'vitest'
import { createRest } from './rest.ts'
import { testClock } from './test-targets.ts'

const RULES = { firstMs: 1000, mostMs: 4000 }

function stage() {
  const clock = testClock()
  const rest = createRest(clock.monotonicMs)
  const leftMs = () => rest.untilMs && rest.untilMs - clock.monotonicMs()
  return { clock, rest, leftMs }
}

test('what does not rest lets everybody go, and nobody as its probe', () => {
  const { rest } = stage()
  expect([rest.mayGo(), rest.enter().probe, rest.mayGo()]).toEqual([true, false, true])
})

test('a rest is made longer, never shorter, and none is made of nothing', () => {
  const { rest, leftMs } = stage()
  rest.extend(500)
  expect(leftMs()).toBeNull()
  rest.begin(RULES)
  rest.extend(500)
  expect(leftMs()).toBe(1000)
  rest.extend(3000)
  expect(leftMs()).toBe(3000)
})

test('a probe has its right of one rest alone', () => {
  const { rest, clock } = stage()
  rest.begin(RULES)
  clock.pass(1000)
  const former = rest.enter()
  expect([former.probe, rest.mayGo()]).toEqual([true, false])
  rest.begin(RULES)
  clock.pass(2000)
  const probe = rest.enter()
  expect(probe.probe).toBe(true)
  former[Symbol.dispose]()
  expect(rest.mayGo()).toBe(false)
  rest.end()
  rest.resume(clock.monotonicMs())
  expect(rest.mayGo()).toBe(true)
})

test('whoever went before a rest was taken over is not of it', () => {
  const { rest, clock } = stage()
  const before = rest.enter()
  rest.resume(clock.monotonicMs() + 1000)
  expect(before.round).not.toBe(rest.round)
  expect(rest.enter().round).toBe(rest.round)
})
