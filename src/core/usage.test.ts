import { expect, test } from 'vitest'
import { inputTotal, isImpossible, NO_USAGE, tokenCount } from './usage.ts'

test('no usage is none of any class', () => {
  expect(Object.entries(NO_USAGE).filter(([, count]) => count !== 0)).toEqual([])
  expect(Object.keys(NO_USAGE)).toHaveLength(12)
})

test('what was read is fresh input and every cached part', () => {
  const usage = { ...NO_USAGE, input: 1, cacheRead: 20, cacheWrite5m: 300, cacheWrite1h: 4000 }
  expect(inputTotal({ ...usage, output: 50_000, audioIn: 600_000 })).toBe(4321)
})

test.each([
  [7, 7],
  [1, 1],
  [2.9, 2],
  [-3, 0],
  [100_000_001, 100_000_000],
  [Infinity, 0],
  ['7', 0],
])('of %s tokens %s are counted', (told, counted) => {
  expect(tokenCount(told)).toBe(counted)
})

test.each([
  '{"prompt_tokens":-1,"completion_tokens":5}',
  '{"promptTokenCount":1e300}',
  '{"input_tokens": 0.5}',
  '{"output_tokens":"7"}',
  '{"cached_tokens":[9]}',
  '{"total_tokens":{}}',
  '{"reasoning_tokens":1000000000000}',
  '{"type":"duration","seconds":-3}',
  '{"seconds":1e+300}',
  '{"seconds":1.5e+9}',
  '{"duration":"100000000.5"}',
])('no honest upstream tells %s', (raw) => {
  expect(isImpossible(raw)).toBe(true)
})

test.each([
  '{"prompt_tokens":12,"completion_tokens":0,"prompt_tokens_details":{"cached_tokens":3},"cost":1.5e-7}',
  '{"input_tokens":7,"cache_creation":{"ephemeral_5m_input_tokens":100000000},"cost_in_usd_ticks":123456789012345}',
  '{"promptTokenCount":7,"promptTokensDetails":[{"modality":"TEXT","tokenCount":7}]}',
  '{"output_tokens":null}',
  '{"type":"duration","seconds":86399.5}',
  '{"duration":"3.5"}',
  '{"prompt_tokens":12,"total_duration":5043500667}',
])('an upstream may tell %s', (raw) => {
  expect(isImpossible(raw)).toBe(false)
})
