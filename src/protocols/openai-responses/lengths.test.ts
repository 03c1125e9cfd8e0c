import { expect, test } from 'vitest'
import { type Conversation, type Message, NO_SETTINGS } from '../translate/conversation.ts'
import { writeRequest } from './write-request.ts'

const body = (conversation: Partial<Conversation>) =>
  writeRequest(
    { ...NO_SETTINGS, messages: [], ...conversation },
    { model: 'up', maxOutput: null, stream: true, quirks: {} },
  ).body

test('an id that is too long is shortened, the same for a call and its result', () => {
  const id = `functions.${'x'.repeat(60)}:`
  const call = { type: 'call', name: 'f', namespace: null, form: 'function', input: '{}', signature: null } as const
  const result = { name: 'f', form: 'function', parts: [], isError: false } as const
  const messages: Message[] = [
    {
      role: 'assistant',
      parts: [
        { ...call, id: `${id}1` },
        { ...call, id: `${id}2` },
        { ...call, id: 'c' },
      ],
    },
    { role: 'tool', results: ['1', '2'].map((end) => ({ ...result, callId: id + end, parts: [] })) },
  ]
  const ids = (body({ messages }).input as { call_id: string }[]).map((item) => item.call_id)
  expect(ids.map(({ length }) => length)).toEqual([64, 64, 1, 64, 64])
  expect(ids.slice(3)).toEqual(ids.slice(0, 2))
  expect(ids[0]).not.toBe(ids[1])
})

test('the key of a cached beginning is no longer than is taken', () => {
  const { prompt_cache_key: key } = body({ cacheKey: 'k'.repeat(65) })
  expect(key).toMatch(/^k{55}_[0-9a-f]{8}$/)
})
