import { expect, test } from 'vitest'
import { askFor, limitOf, settledWith, testLimits } from './test-limits.ts'
import { createUsualOutputs } from './usual-outputs.ts'

test.each([
  ['of no model', { end: 'complete', usageSource: 'upstream', model: null }],
  ['cut short', { end: 'caller_gone', usageSource: 'upstream', model: 'm1' }],
  ['that were guessed', { end: 'complete', usageSource: 'estimated', model: 'm1' }],
] as const)('answers %s tell nothing of the usual length', (_name, row) => {
  const { limits } = testLimits({ limits: [limitOf({ max: 100_000n })] })
  for (let i = 0; i < 16; i += 1) limits.admit(askFor(0, null)).settle(settledWith(50, row))
  limits.admit(askFor(0, null))
  expect(limits.stateOf('user', 'u1')[0]?.held).toBe(1000n)
})

/** What is usual after so many answers of each length, one length after the other. */
function usualAfter(...answers: [count: number, tokens: number][]): number {
  const outputs = createUsualOutputs()
  for (const [count, tokens] of answers) for (let i = 0; i < count; i += 1) outputs.observe('m1', tokens)
  return outputs.usual('m1')
}

const [short, long] = [usualAfter([16, 50]), usualAfter([16, 5000])]

test('the usual length is one that 95 of 100 answers do not exceed', () => {
  expect(usualAfter([15, 50])).toBe(1000)
  expect(short).toBeLessThan(60)
  expect(long).toBeGreaterThan(4000)
  expect(usualAfter([304, 50], [16, 5000])).toBe(short)
  expect(usualAfter([304, 50], [32, 5000])).toBe(long)
})

test('after a thousand answers those until then count half', () => {
  // 28 of 528 are more than a twentieth, and of 1029 they are not; what is usual is seen at each sixteenth answer.
  expect(usualAfter([1001, 50], [28, 5000])).toBe(long)
  expect(usualAfter([1001, 50], [27, 5000])).toBe(short)
  expect(usualAfter([1000, 50], [28, 5000])).toBe(short)
})
