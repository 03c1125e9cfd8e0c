import { expect, test } from 'vitest'
import { openaiChat } from './openai-chat/openai-chat.ts'
import { openaiResponses } from './openai-responses/openai-responses.ts'
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts'
import { passThrough } from './pass-through/pass-through.ts'
import type { Protocol } from './protocol.ts'

/** What is seen of a whole answer of status 200. */
function seenIn(protocol: Protocol | undefined, answer: object) {
  const body = Buffer.from('{"model":"m"}')
  const tap = protocol?.read({ path: '', query: new URLSearchParams(), body }).tap()
  tap?.push(Buffer.from(JSON.stringify(answer)))
  tap?.flush()
  return tap?.seen
}

const embeddings = passThrough.find(({ id }) => id === 'openai-embeddings')
const BALANCE = { base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }

test('a failure in MiniMax’s base_resp is seen in an answer of any protocol, and its 0 is none', () => {
  for (const protocol of [openaiChat, anthropicMessages, openaiResponses, embeddings]) {
    expect(seenIn(protocol, { choices: null, ...BALANCE })?.failure).toBe('base_resp_1008')
    expect(seenIn(protocol, { id: 'a', choices: [], base_resp: { status_code: 0 } })?.failure).toBeNull()
  }
})

test('OpenRouter’s failures are seen, in the answer or in its choice, and numbers are words', () => {
  expect(seenIn(openaiChat, { error: { code: 402, message: 'no credits' } })?.failure).toBe('402')
  const choice = { finish_reason: 'error', message: { content: '' }, error: { code: 502, message: 'gone' } }
  expect(seenIn(openaiChat, { choices: [choice] })?.failure).toBe('502')
  const flagged = { error: { code: 403, message: 'flagged', metadata: { reasons: ['violence'] } } }
  expect(seenIn(openaiChat, flagged)?.failure).toBe('moderation')
  const answered = { finish_reason: 'stop', message: { content: 'hi' } }
  expect(seenIn(openaiChat, { choices: [answered], error: { code: 1 } })?.failure).toBeNull()
})

test('a request that is larger than all that is given in a minute is told from a limit of the moment, which has the same code', () => {
  const error = { code: 'rate_limit_exceeded', message: 'Request too large for gpt-5.1 in organization o on TPM' }
  const moment = { ...error, message: 'Rate limit reached for gpt-5.1' }
  for (const protocol of [openaiChat, openaiResponses]) {
    expect(seenIn(protocol, { error })?.failure).toBe('too_large_for_account')
    expect(seenIn(protocol, { error: moment })?.failure).toBe('rate_limit_exceeded')
  }
})

test('a key that is refused inside an answer is not the caller’s fault', () => {
  for (const code of ['invalid_api_key', 'invalid_prompt'])
    expect(seenIn(openaiResponses, { error: { code }, status: 'failed' })?.callers ?? false).toBe(
      code === 'invalid_prompt',
    )
})

/** What is seen of a stream of chat after its first words. */
function seenAfterWords(events: string, chunk = 'data: {"choices":[{"delta":{"content":"hi"}}]}\n\n') {
  const body = Buffer.from('{"model":"m","stream":true}')
  const tap = openaiChat.read({ path: '', query: new URLSearchParams(), body }).tap()
  tap.push(Buffer.from(chunk))
  tap.push(Buffer.from(events))
  return tap.seen
}

test.each([
  ['is one itself', 'data: {"object":"error","message":"no","code":500}\n\n', '500'],
  ['is named as one', 'event: error\ndata: {"message":"no","type":"server_error"}\n\n', 'server_error'],
  ['is named as one, with lines of two bytes', 'event:error\r\ndata: {"code":503}\r\n\r\n', '503'],
  ['is named as one and is no object', 'event: error\ndata: no\n\n', 'error'],
])('an event of chat that %s is a failure', (_name, event, failure) => {
  expect(seenAfterWords(event)).toMatchObject({ content: true, failure })
  expect(seenAfterWords(event, '')).toMatchObject({ content: false, failure })
})

test('words about errors, and events of other names, are none', () => {
  const words = 'data: {"choices":[{"delta":{"content":"\\nevent: error\\n\\"object\\":\\"error\\""}}]}\n\n'
  const named = 'event: errors\ndata: {"choices":[{"delta":{"content":"x"}}]}\n\n'
  expect(seenAfterWords(words + named)).toMatchObject({ failure: null })
  expect(seenIn(openaiChat, { object: 'error', message: 'no', code: 400 })?.failure).toBe('400')
})

test('a response that failed whole keeps its usage, and is the caller’s where their request is at fault', () => {
  const failed = (code: string) => ({
    status: 'failed',
    error: { code, message: 'no' },
    usage: { input_tokens: 5, output_tokens: 0 },
  })
  const mine = seenIn(openaiResponses, failed('invalid_prompt'))
  expect(mine).toMatchObject({ failure: 'invalid_prompt', callers: true, usage: { input: 5 } })
  const theirs = seenIn(openaiResponses, failed('server_error'))
  expect(theirs).toMatchObject({ failure: 'server_error', usage: { input: 5 } })
  expect(theirs?.callers).toBeUndefined()
})
