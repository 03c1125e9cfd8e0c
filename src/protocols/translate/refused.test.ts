import { expect, test } from 'vitest'
import { CODECS } from './all.ts'
import type { TranslatedId } from './codec.ts'
import { refusedBy } from './refused.ts'

const IDS = Object.keys(CODECS) as TranslatedId[]
const FAULT = { type: 'missing', loc: ['body', 'messages', 0, 'content'], msg: 'Field required' }
const MISSING = 'body.messages.0.content: Field required'

test.each([
  ['FastAPI', { detail: [FAULT, { ...FAULT, loc: [], msg: 'and more' }] }, `${MISSING}; and more`],
  ['FastAPI, in a sentence', { detail: 'Unsupported value' }, 'Unsupported value'],
  ['Mistral', { object: 'error', message: { detail: [FAULT] }, type: 'invalid_request_error' }, MISSING],
  ['a bare text', { error: 'Unsupported value' }, 'Unsupported value'],
  ['nobody knows whom', { msg: 'Unsupported value' }, 'Unsupported value'],
  ['one that gives no reason', { detail: [], status: 422 }, 'no reason was given'],
])('why a server refuses a request reaches callers of other protocols, in the words of %s', (_, document, reason) => {
  for (const id of IDS) {
    const error = refusedBy(CODECS[id], 'm')(422, Buffer.from(JSON.stringify(document)))
    expect([id, error.code, error.details]).toMatchObject([id, 'upstream_rejected', { reason }])
  }
})

test('a conversation that is too long is known as such in these words too', () => {
  const document = { detail: "This model's maximum context length is 4096 tokens" }
  const error = refusedBy(CODECS['openai-chat'], 'm')(400, Buffer.from(JSON.stringify(document)))
  expect(error.code).toBe('context_too_long')
})
