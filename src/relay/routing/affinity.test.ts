import { expect, test } from 'vitest'
import { HOUR_MS } from '../../core/time.ts'
import { createAffinity } from './affinity.ts'
import type { Candidate } from './candidates.ts'
import { aTarget, testClock } from './test-targets.ts'

const one: Candidate = { target: aTarget('a'), protocol: 'openai-chat' }
const other: Candidate = { target: aTarget('b'), protocol: 'openai-chat' }

test('a conversation finds who answered it, for an hour after its last turn, and only among those who may be asked', () => {
  const clock = testClock()
  const affinity = createAffinity(clock.monotonicMs, () => HOUR_MS)
  affinity.stick('c', one)
  clock.pass(HOUR_MS - 1)
  expect(affinity.find('c', [other, one])).toBe(one)
  affinity.stick('c', one)
  clock.pass(HOUR_MS - 1)
  expect(affinity.find('c', [one])).toBe(one)
  clock.pass(1)
  expect(affinity.find('c', [one])).toBeUndefined()
  affinity.stick('c', one)
  expect(affinity.find('c', [other])).toBeUndefined()
  // Who was away once is forgotten: the conversation has moved on.
  expect(affinity.find('c', [one])).toBeUndefined()
})

test('who answered is known by endpoint and credential alike', () => {
  const affinity = createAffinity(testClock().monotonicMs, () => HOUR_MS)
  const twin: Candidate = { ...one, target: aTarget('a', { credential: { id: 'second' } }) }
  const elsewhere: Candidate = { ...one, target: aTarget('a', { endpoint: { id: 'second' } }) }
  affinity.stick('c', one)
  expect(affinity.find('c', [twin, elsewhere, one])).toBe(one)
})

test('the conversation that was idle longest makes room for a new one', () => {
  const affinity = createAffinity(testClock().monotonicMs, () => HOUR_MS, 2)
  for (const name of ['first', 'second', 'first', 'third']) affinity.stick(name, one)
  expect(['first', 'second', 'third'].map((name) => affinity.find(name, [one]))).toEqual([one, undefined, one])
})

test('how long a conversation stays may change at any time; at 0 it does not stay', () => {
  const clock = testClock()
  let idleMs = 2 * HOUR_MS
  const affinity = createAffinity(clock.monotonicMs, () => idleMs)
  affinity.stick('c', one)
  clock.pass(HOUR_MS)
  expect(affinity.find('c', [one])).toBe(one)
  idleMs = 0
  affinity.stick('c', one)
  expect(affinity.find('c', [one])).toBeUndefined()
})
