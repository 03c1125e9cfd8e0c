import { expect, test } from 'vitest'
import { ONE_MICROS } from '../../core/money.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { estimate, type Size, tokensOf } from './estimate.ts'
import { MODEL } from './test-limits.ts'

const SIZE: Size = { inputTokens: 100, maxTokens: null, answers: 1, usage: null }
const PRICED = { multiplierMicros: ONE_MICROS, usualTokens: 40, at: 0 }
const of = (size: Partial<Size>, model: Partial<typeof MODEL> = {}) =>
  estimate({ ...SIZE, ...size }, { ...MODEL, ...model }, PRICED)

test('the usual length of an answer is expected, or what was asked for when that is less', () => {
  expect(of({}).normal).toEqual({ cost: 140n, tokens: 140n, requests: 1n, concurrency: 1n })
  expect(of({ maxTokens: 10 }).normal.cost).toBe(110n)
  expect(of({ maxTokens: 1000, answers: 2 }).normal.cost).toBe(180n)
  expect(of({}, { maxOutput: 5 }).normal.cost).toBe(105n)
})

test('what grows is the answer, by a piece at least, and never the number of requests', () => {
  expect(of({}).step).toEqual({ cost: 40n, tokens: 40n, requests: 0n, concurrency: 0n })
  expect(of({ maxTokens: 0 }).step).toMatchObject({ cost: 1n, tokens: 1n })
})

test('a request is one, with a price of its own where it has one, and free without a model', () => {
  const price = { version: 'v', rates: { requests: 5_000_000n }, tiers: [] }
  const { normal, hard } = of({}, { price })
  expect([normal.cost, hard().cost]).toEqual([5n, 5n])
  expect(estimate(SIZE, null, PRICED).normal).toMatchObject({ cost: 0n, tokens: 140n })
})

test('tokens of every class are tokens, and a begun one is one', () => {
  const usage = { ...NO_USAGE, input: 1, output: 20, audioIn: 300, audioOut: 4000, imageIn: 50_000, imageOut: 600_000 }
  expect(tokensOf(usage)).toBe(654_321n)
  expect(tokensOf({ ...usage, output: 20.1, reasoning: 9, requests: 9, searches: 9 })).toBe(654_322n)
})

test('at worst an answer is as long as the caller, the model or any model allows', () => {
  expect(of({ maxTokens: 1000, answers: 3 }).hard()).toEqual({
    cost: 3100n,
    tokens: 3100n,
    requests: 1n,
    concurrency: 1n,
  })
  expect(of({}, { maxOutput: 500 }).hard().tokens).toBe(600n)
  expect(of({ maxTokens: 900 }, { maxOutput: 500 }).hard().tokens).toBe(600n)
  expect(of({}).hard().tokens).toBe(128_100n)
})

test('at worst everything is written to a cache, thought, and served in the dearest tier', () => {
  const rates = { input: 1_000_000n, cacheWrite1h: 2_000_000n, output: 1_000_000n, reasoning: 3_000_000n }
  const services = [{ service: 'priority' as const, aboveTokens: 0, rates: { reasoning: 5_000_000n } }]
  const price = { version: 'v', rates, tiers: [], services }
  expect(of({ maxTokens: 10 }, { price }).hard().cost).toBe(250n)
  expect(of({ maxTokens: 10 }, { price }).normal.cost).toBe(110n)
  const written = { ...price, rates: { ...rates, cacheWrite5m: 4_000_000n } }
  expect(of({ maxTokens: 10 }, { price: written }).hard().cost).toBe(450n)
})

test('at worst all searches are made that may be, and none is expected', () => {
  const price = { version: 'v', rates: { output: 1_000_000n, searches: 7_000_000n }, tiers: [] }
  const { normal, hard } = of({ maxTokens: 10, worst: { searches: 3 } }, { price })
  expect([normal.cost, hard().cost, hard().tokens]).toEqual([10n, 31n, 110n])
})

test('at worst what a model reads and thinks unasked comes on top, thoughts at their own price', () => {
  const rates = { input: 2_000_000n, output: 8_000_000n, reasoning: 3_000_000n, searches: 5_000_000n }
  const price = { version: 'v', rates, tiers: [] }
  const worst = { input: 1000, output: 2000, reasoning: 2000, searches: 20 }
  const { normal, hard } = of({ maxTokens: 10, worst }, { price })
  expect(normal).toMatchObject({ cost: 280n, tokens: 110n })
  expect(hard()).toMatchObject({ cost: 280n + 2000n + 6000n + 100n, tokens: 3110n })
})

test('at worst what a protocol expects is what that may be', () => {
  const told = { ...NO_USAGE, imageOut: 1056, requests: 1 }
  const { normal, hard, step } = of({ usage: told, worst: { imageOut: 6240, requests: 1 } })
  expect([normal.tokens, step.tokens, hard().tokens]).toEqual([1056n, 1056n, 6240n])
  expect(of({ usage: told }).hard().tokens).toBe(1056n)
})

test.each(['audioOut', 'imageOut'] as const)(
  'at worst all of an answer is %s where its model sells that',
  (dearest) => {
    const rates = { input: 1_000_000n, output: 1_000_000n, [dearest]: 8_000_000n }
    const price = { version: 'v', rates, tiers: [] }
    expect(of({ maxTokens: 10 }, { price }).hard()).toMatchObject({ cost: 180n, tokens: 110n })
  },
)

test('at worst pictures that a tool makes come on top, and no answer of whoever draws by a tool is one', () => {
  const rates = { input: 1_000_000n, output: 1_000_000n, imageOut: 8_000_000n }
  const price = { version: 'v', rates, tiers: [] }
  const hard = (imageOut: number) => of({ maxTokens: 10, worst: { imageOut } }, { price }).hard()
  expect(hard(0)).toMatchObject({ cost: 110n, tokens: 110n })
  expect(hard(6240)).toMatchObject({ cost: 110n + 49_920n, tokens: 6350n })
})

test('what is dearest is found at the length of the request, whatever is dearest at another', () => {
  const rates = { input: 1_000_000n, cacheWrite5m: 2_000_000n, output: 1_000_000n, reasoning: 2_000_000n }
  const tiers = [{ aboveTokens: 1000, rates: { input: 9_000_000n, output: 9_000_000n } }]
  const price = { version: 'v', rates, tiers }
  expect(of({ maxTokens: 10 }, { price }).hard().cost).toBe(220n)
  expect(of({ inputTokens: 2000, maxTokens: 10 }, { price }).hard().cost).toBe(18_090n)
})

test('what a protocol itself expects takes the place of text, so that no sound is counted as words', () => {
  const usage = { ...NO_USAGE, requests: 1, audioIn: 30 }
  const { normal, hard, step } = of({ inputTokens: 6_000_000, usage })
  const amounts = { tokens: 30n, cost: 30n, requests: 1n, concurrency: 1n }
  expect([normal, hard()]).toEqual([amounts, amounts])
  expect(step).toEqual({ ...amounts, requests: 0n, concurrency: 0n })
  expect(of({ inputTokens: 6_000_000, usage: NO_USAGE }).normal).toMatchObject({ tokens: 0n, cost: 0n })
})

const RATES = { input: 1_000_000n, cacheRead: 500_000n, output: 2_000_000n, audioIn: 4_000_000n, audioOut: 8_000_000n }
const SPOKEN = { price: { version: 'v', rates: RATES, tiers: [] } }

test('an answer that may be spoken is held at what is dearer, with what it reads of its conversation', () => {
  const talk = { ...NO_USAGE, input: 10, cacheRead: 20, audioIn: 5 }
  expect(of({ talk }, SPOKEN).normal).toEqual({
    cost: 10n + 10n + 20n + 320n,
    tokens: 75n,
    requests: 1n,
    concurrency: 1n,
  })
  expect(of({ talk }, SPOKEN).step).toMatchObject({ cost: 320n, tokens: 40n })
  const mute = { price: { ...SPOKEN.price, rates: { ...RATES, audioOut: 0n } } }
  expect(of({ talk: NO_USAGE }, mute).normal.cost).toBe(80n)
})

test('at worst an answer that may be spoken is as long as was said or any is, and nothing it reads is in a cache', () => {
  const talk = { ...NO_USAGE, input: 10, cacheRead: 20, audioIn: 5 }
  expect(of({ talk, maxTokens: 100 }, SPOKEN).hard().cost).toBe(10n + 100n + 800n)
  expect(of({ talk: NO_USAGE }, SPOKEN).hard().cost).toBe(4096n * 8n)
  expect(of({ talk: NO_USAGE }, { ...SPOKEN, maxOutput: 50 }).hard().cost).toBe(400n)
})

test('no more is expected to be read than the model can read', () => {
  expect(of({ inputTokens: 1_000_000 }, { context: 200 }).normal.tokens).toBe(240n)
})

test('a price that begins later holds from then on', () => {
  const later = { version: 'v2', rates: { input: 9_000_000n, output: 0n }, tiers: [] }
  const model = { ...MODEL, laterPrices: [{ from: 1000, price: later }] }
  expect(estimate(SIZE, model, { ...PRICED, at: 999 }).normal.cost).toBe(140n)
  expect(estimate(SIZE, model, { ...PRICED, at: 1000 }).normal.cost).toBe(900n)
})
