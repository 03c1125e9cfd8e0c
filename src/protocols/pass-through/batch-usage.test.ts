import { expect, test } from 'vitest'
import { NO_USAGE } from '../../core/usage.ts'
import { figuredOfResult, sumOf, usageOfBatch, usageOfResult } from './batch-usage.ts'

const BATCH = {
  id: 'batch_1',
  status: 'completed',
  request_counts: { total: 3, completed: 2, failed: 1 },
  usage: {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 40 },
    output_tokens: 30,
    output_tokens_details: { reasoning_tokens: 10 },
    total_tokens: 130,
  },
}

test('a batch tells what all of it used, and how many requests were answered', () => {
  const usage = { ...NO_USAGE, input: 60, cacheRead: 40, output: 30, reasoning: 10, requests: 2 }
  expect(usageOfBatch(BATCH)).toEqual(usage)
})

test('a batch that tells nothing, or more than can be believed of one figure, has to be counted', () => {
  expect(usageOfBatch({ ...BATCH, usage: undefined })).toBeNull()
  expect(usageOfBatch({ ...BATCH, usage: { input_tokens: 5e8, output_tokens: 1 } })).toBeNull()
})

test('a batch that says nothing was read, or says it in the words of another protocol, has to be counted', () => {
  expect(usageOfBatch({ ...BATCH, usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 } })).toBeNull()
  expect(usageOfBatch({ ...BATCH, usage: { prompt_tokens: 100, completion_tokens: 30 } })).toBeNull()
})

test.each([
  [
    'chat',
    { response: { status_code: 200, body: { usage: { prompt_tokens: 9, completion_tokens: 2 } } } },
    { input: 9, output: 2, requests: 1 },
  ],
  [
    'embeddings',
    { response: { status_code: 200, body: { data: [], usage: { prompt_tokens: 9, total_tokens: 9 } } } },
    { input: 9, requests: 1 },
  ],
  [
    'responses',
    { response: { status_code: 200, body: { usage: { input_tokens: 9, output_tokens: 2 } } } },
    { input: 9, output: 2, requests: 1 },
  ],
  [
    'messages',
    {
      result: {
        type: 'succeeded',
        message: { usage: { input_tokens: 9, cache_read_input_tokens: 4, output_tokens: 2 } },
      },
    },
    { input: 9, cacheRead: 4, output: 2, requests: 1 },
  ],
])('the usage of a line of %s is read in its own way', (_what, line, usage) => {
  expect(usageOfResult(JSON.stringify({ custom_id: 'a', ...line }))).toEqual({ ...NO_USAGE, ...usage })
})

test.each([
  '{"custom_id":"a","response":{"status_code":400,"body":{"error":{"message":"no"}}}}',
  '{"custom_id":"a","response":null,"error":{"code":"batch_expired"}}',
  '{"custom_id":"a","result":{"type":"errored","error":{"type":"error"}}}',
  '{"custom_id":"a","result":{"type":"expired"}}',
  'cut off',
])('a line without an answer used nothing: %s', (line) => {
  expect(usageOfResult(line)).toBeNull()
})

test.each([
  ['chat', { response: { body: { choices: [{ message: { content: 'Spring never' } }] } } }, '/v1/chat/completions', 2],
  ['Responses', { response: { body: { output: [{ content: [{ text: 'Spring never' }] }] } } }, '/v1/responses', 2],
  ['messages', { result: { type: 'succeeded', message: { content: [{ text: 'Spring never' }] } } }, undefined, 2],
  ['embeddings', { response: { status_code: 200, body: { data: [{ embedding: [1] }] } } }, '/v1/embeddings', 0],
])('an answer of %s without a usage has used its words, and what nobody told', (_what, line, endpoint, output) => {
  const usage = { ...NO_USAGE, output, requests: 1 }
  expect(figuredOfResult(JSON.stringify(line), endpoint, null)).toEqual({ usage, isShort: true })
})

test('a usage that says nothing was read is taken for its output', () => {
  const line = JSON.stringify({ response: { body: { choices: [{ message: { content: 'Spring never' } }] } } })
  const told = { ...NO_USAGE, output: 7, requests: 1 }
  expect(figuredOfResult(line, '/v1/chat/completions', told)?.usage.output).toBe(7)
  expect(figuredOfResult(line, '/v1/chat/completions', { ...told, output: 0 })?.usage.output).toBe(2)
  const silent = JSON.stringify({ response: { body: { choices: [{ message: { content: '' } }] } } })
  expect(figuredOfResult(silent, '/v1/chat/completions', { ...told, output: 0 })).toBeNull()
})

test('pictures without a usage are counted, and what is free stays so', () => {
  const line = JSON.stringify({ response: { body: { data: [{ b64_json: 'A' }, { url: 'b' }, { error: {} }] } } })
  const usage = { ...NO_USAGE, requests: 2 }
  expect(figuredOfResult(line, '/v1/images/generations', null)).toEqual({ usage, isShort: false })
  expect(figuredOfResult(line, '/v1/moderations', null)).toBeNull()
})

test.each([
  { response: { status_code: 400, body: { choices: [] } } },
  { response: { status_code: 200, body: { error: { message: 'no' } } } },
  { response: { status_code: 200, body: {} } },
  { response: null },
  { result: { type: 'errored', message: { content: [] } } },
])('what is no answer is not figured: %j', (line) => {
  expect(figuredOfResult(JSON.stringify(line), '/v1/chat/completions', null)).toBeNull()
})

test('usages add up class by class', () => {
  const one = { ...NO_USAGE, input: 1, searches: 2, requests: 1 }
  expect(sumOf(one, { ...one, output: 5 })).toEqual({ ...NO_USAGE, input: 2, searches: 4, output: 5, requests: 2 })
})

const DRAWN = {
  input_tokens: 50,
  input_tokens_details: { text_tokens: 10, image_tokens: 40 },
  output_tokens: 900,
}

test('pictures made in a batch are told apart from words, as those made one by one', () => {
  const endpoint = '/v1/images/edits'
  const usage = { ...NO_USAGE, input: 10, imageIn: 40, imageOut: 900 }
  const line = JSON.stringify({ response: { status_code: 200, body: { data: [], usage: DRAWN } } })
  expect(usageOfResult(line, endpoint)).toEqual({ ...usage, requests: 1 })
  expect(usageOfBatch({ ...BATCH, endpoint, usage: DRAWN })).toEqual({ ...usage, requests: 2 })
})

test('embeddings of vendors that tell nothing but a total are counted in a batch too', () => {
  const line = JSON.stringify({ response: { status_code: 200, body: { data: [], usage: { total_tokens: 9 } } } })
  expect(usageOfResult(line, '/v1/embeddings')).toEqual({ ...NO_USAGE, input: 9, requests: 1 })
})

test.each([
  [
    'some of what it read lay in a cache',
    { input_tokens: 5e9, input_tokens_details: { cached_tokens: 1 } },
    'responses',
  ],
  ['it drew', { input_tokens: 5, output_tokens: 5e9 }, 'images/generations'],
])('a batch that tells more than can be believed has to be counted, though %s', (_name, usage, path) => {
  expect(usageOfBatch({ endpoint: `/v1/${path}`, usage, request_counts: { completed: 5 } })).toBeNull()
})
