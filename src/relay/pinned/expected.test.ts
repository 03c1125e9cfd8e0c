import { expect, test } from 'vitest'
import { NO_USAGE } from '../../core/usage.ts'
import { expectedAt, expectedOf, usageOf } from './expected.ts'

const WORDS = 'What is the capital of France, and how many people live there? '
const fileOf = (requests: number, content: string) =>
  Buffer.from(`{"body":{"model":"m","messages":[{"role":"user","content":"${content}"}]}}\n`.repeat(requests))
const AVERAGE = { average: 100.2, model: { maxOutput: null } }

test('the answers of a batch are as long as the model’s are on average, unless a request or the model allows less', () => {
  const asked = [
    { answers: 1, maxTokens: null },
    { answers: 2, maxTokens: 30 },
    { answers: 1, maxTokens: 5000 },
  ]
  const none = Buffer.alloc(0)
  expect(expectedOf({ asked }, none, AVERAGE)).toEqual({ input: 0, output: 261, costNanos: null })
  expect(expectedOf({ asked }, none, { ...AVERAGE, model: { maxOutput: 20 } }).output).toBe(80)
})

test('nothing that a request says makes more of it than a column takes', () => {
  const asked = Array.from({ length: 3 }, () => ({ answers: Number.MAX_SAFE_INTEGER, maxTokens: null }))
  expect(expectedOf({ asked }, Buffer.alloc(0), AVERAGE).output).toBe(Math.ceil(3 * 128 * 100.2))
  expect(expectedOf({ asked }, Buffer.alloc(0), { ...AVERAGE, average: 1e300 }).output).toBe(1e12)
})

test('what is asked is counted by samples of all of it, and a picture is not read as words', () => {
  const text = fileOf(2000, WORDS.repeat(5))
  const { input } = expectedOf({ asked: [] }, text, AVERAGE)
  // Some seventy tokens of words and twenty of the object around them.
  expect(input / 2000).toBeGreaterThan(60)
  expect(input / 2000).toBeLessThan(150)
  const pictures = fileOf(20, `data:image/png;base64,${'iVBORw0KGgo'.repeat(20_000)}`)
  expect(expectedOf({ asked: [] }, pictures, AVERAGE).input).toBeLessThan(30_000)
})

test('at the least a batch uses a token for nine of its bytes, and no more than is expected', () => {
  const expected = { input: 200, output: 50, costNanos: null }
  expect(usageOf({ size: 899, expected })).toEqual({
    estimate: { ...NO_USAGE, input: 200, output: 50 },
    least: { ...NO_USAGE, input: 100 },
  })
  expect(usageOf({ size: 9000, expected }).least.input).toBe(200)
  expect(usageOf({ size: null, expected }).least).toEqual(NO_USAGE)
})

test('a batch is expected to use what its file was, answers where it asks for text, and of an older file what its bytes tell', () => {
  const expected = { input: 200, output: 50, costNanos: null }
  expect(expectedAt('/v1/responses', { size: 900, expected })).toEqual(expected)
  expect(expectedAt('/v1/embeddings', { size: 900, expected })).toEqual({ ...expected, output: 0 })
  expect(expectedAt('/v1/images/edits', { size: 900, expected })).toEqual({ ...expected, output: 0 })
  expect(expectedAt('/v1/responses', { size: 900, expected: null })).toEqual({ ...expected, input: 100, output: 0 })
})
