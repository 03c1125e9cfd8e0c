import { expect, test } from 'vitest'
import type { Message } from './conversation.ts'
import { withOwnIds } from './own-ids.ts'

const call = (id: string) => ({
  type: 'call' as const,
  id,
  name: 'f',
  namespace: null,
  form: 'function' as const,
  input: '{}',
  signature: null,
})
const calls = (...ids: string[]): Message => ({ role: 'assistant', parts: ids.map(call) })
const gives = (...ids: string[]): Message => ({
  role: 'tool',
  results: ids.map((callId) => ({ callId, name: null, form: 'function', parts: [], isError: false })),
})
/** The ids of calls and results, in their order. */
const idsIn = (messages: readonly Message[]) =>
  messages.flatMap((message) => {
    if (message.role === 'tool') return [message.results.map(({ callId }) => callId)]
    return message.role === 'assistant' ? [message.parts.flatMap((part) => (part.type === 'call' ? part.id : []))] : []
  })

test('calls that have ids of their own stay as they are', () => {
  const messages = [calls('a', 'b'), gives('b', 'a'), calls('c'), gives('c', 'c')]
  expect(withOwnIds(messages)).toEqual(messages)
})

test('a call that has none, or one of a call before it, gets one that stays the same as the conversation grows', () => {
  const messages = [calls('call_0'), gives('call_0'), calls('call_0'), gives('call_0')]
  const own = idsIn(withOwnIds(messages))
  expect(own).toEqual([['call_0'], ['call_0'], ['call_0_2'], ['call_0_2']])
  const grown = [...messages, calls('call_0_2', 'call_0'), gives('call_0', 'call_0_2')]
  expect(idsIn(withOwnIds(grown)).slice(0, 4)).toEqual(own)
  const ids = idsIn(withOwnIds(grown))
  expect(new Set(ids[4]).size).toBe(2)
  expect(ids[5]?.toReversed()).toEqual(ids[4])
  expect(new Set([...(ids[4] ?? []), 'call_0', 'call_0_2']).size).toBe(4)
})

test('results of calls made at once under one id go to them in their order, and a call without a result keeps none of another', () => {
  const ids = idsIn(withOwnIds([calls('', ''), gives('', ''), calls(''), calls(''), gives('')]))
  expect(ids[1]).toEqual(ids[0])
  expect(new Set(ids[0]).size).toBe(2)
  expect(ids[0]).not.toContain('')
  expect(ids[4]).toEqual(ids[3])
  expect(ids[3]).not.toEqual(ids[2])
})

test('a hundred thousand calls under one id are no more work than as many with their own', () => {
  const ids = idsIn(withOwnIds([calls(...Array.from({ length: 100_000 }, () => '')), gives('', '')]))
  expect([new Set(ids[0]).size, ids[1]]).toEqual([100_000, ids[0]?.slice(0, 2)])
})
