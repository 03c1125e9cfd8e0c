import { expect, test } from 'vitest'
import { isImpossible } from './usage.ts'

test.each([
  '{"prompt_tokens":-1,"completion_tokens":5}',
  '{"promptTokenCount":1e300}',
  '{"input_tokens": 0.5}',
  '{"output_tokens":"7"}',
  '{"cached_tokens":[9]}',
  '{"total_tokens":{}}',
  '{"reasoning_tokens":1000000000000}',
])('no honest upstream tells %s', (raw) => {
  expect(isImpossible(raw)).toBe(true)
})

test.each([
  '{"prompt_tokens":12,"completion_tokens":0,"prompt_tokens_details":{"cached_tokens":3},"cost":1.5e-7}',
  '{"input_tokens":7,"cache_creation":{"ephemeral_5m_input_tokens":100000000},"cost_in_usd_ticks":123456789012345}',
  '{"promptTokenCount":7,"promptTokensDetails":[{"modality":"TEXT","tokenCount":7}]}',
  '{"output_tokens":null}',
])('an upstream may tell %s', (raw) => {
  expect(isImpossible(raw)).toBe(false)
})
