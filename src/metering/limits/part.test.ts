import { expect, test } from 'vitest'
import { askFor, limitOf, MODEL, PAYER, testLimits, tokensOut } from './test-limits.ts'

const heldOf = ({ limits }: ReturnType<typeof testLimits>) => limits.stateOf('user', 'u1').map(({ held }) => held)

test('a hard limit holds more than is usual, and one that only warns does not, nor is it watched', () => {
  const model = { ...MODEL, maxOutput: 5000 }
  const stage = (action: 'refuse' | 'warn') => {
    const world = testLimits({ limits: [limitOf({ mode: 'hard', action, max: 10_000n })] })
    const { strict, strideTokens } = world.limits.admit(askFor(10, null, { model }))
    return { strict, strideTokens, held: heldOf(world) }
  }
  expect(stage('refuse')).toEqual({ strict: true, strideTokens: 1, held: [5010n] })
  expect(stage('warn')).toEqual({ strict: false, strideTokens: Infinity, held: [1010n] })
})

test('what is held of a prepaid balance grows with the answer', () => {
  const { limits } = testLimits({ accounts: [{ userId: 'u1', credit: 100n, spent: 0n }] })
  const hold = limits.admit(askFor(10, 20, { payer: { ...PAYER, billing: 'prepaid' } }))
  expect(hold.covers(tokensOut(26), 26n)).toBeNull()
  expect(limits.accountOf('u1')?.held).toBe(50n)
})

test('what came at once beyond what is held is held as well, and one step more', () => {
  const world = testLimits({ limits: [limitOf({ max: 1000n })] })
  expect(world.limits.admit(askFor(10, 20)).covers(tokensOut(75), 75n)).toBeNull()
  expect(heldOf(world)).toEqual([95n])
})

test('a step of the smallest coin is one, and none is of answers that cost nothing', () => {
  const covers = (max: bigint, model = MODEL) =>
    testLimits({ limits: [limitOf({ max })] })
      .limits.admit(askFor(10, 1, { model }))
      .covers(tokensOut(2), 12n)?.code
  expect(covers(100n)).toBeUndefined()
  expect(covers(11n)).toBe('limit_reached_midway')
  const price = { version: 'v', rates: { input: 1_000_000n }, tiers: [] }
  expect(covers(11n, { ...MODEL, price })).toBeUndefined()
})
