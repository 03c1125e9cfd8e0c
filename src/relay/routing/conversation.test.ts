import { expect, test } from 'vitest'
import { PROTOCOL_CODECS } from '../../protocols/all.ts'
import { keysOf, requestSpans } from '../../protocols/request.ts'
import { conversationOf } from './conversation.ts'

type Given = { headers?: Record<string, string>; userId?: string; model?: string }

function keyOf(body: unknown, { headers = {}, userId = 'u', model = 'm' }: Given = {}) {
  return conversationOf({ userId, model, headers, turn: typeof body === 'string' ? formOf(body) : jsonOf(body) })
}

function jsonOf(value: unknown) {
  const body = Buffer.from(JSON.stringify(value))
  return { body, spans: requestSpans(body, keysOf()) }
}

const formOf = (text: string) => ({ body: Buffer.from(text) })

const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })

test.each([
  [
    'Claude Code’s header',
    { headers: { 'x-claude-code-session-id': 's' } },
    { headers: { 'x-claude-code-session-id': 't' } },
  ],
  ['Codex’s header', { headers: { 'session-id': 's' } }, { headers: { 'session-id': 't' } }],
  ['OpenCode’s header', { headers: { 'x-session-affinity': 's' } }, { headers: { 'x-session-affinity': 't' } }],
])('%s names a conversation, whatever is in it', (_name, one, other) => {
  expect(keyOf({ messages: [user('a')] }, one)).toBe(keyOf({ messages: [user('b')] }, one))
  expect(keyOf({ messages: [user('a')] }, one)).not.toBe(keyOf({ messages: [user('a')] }, other))
})

test.each([
  ['a cache key', (session: string) => ({ prompt_cache_key: session })],
  [
    'a user id that holds a session',
    (session: string) => ({ metadata: { user_id: JSON.stringify({ session_id: session }) } }),
  ],
  [
    'a user id that ends in one',
    (session: string) => ({ metadata: { user_id: `user_1_account__session_${session}` } }),
  ],
])('%s names a conversation, whatever is in it', (_name, named) => {
  expect(keyOf({ ...named('s'), input: 'a' })).toBe(keyOf({ ...named('s'), input: 'b' }))
  expect(keyOf({ ...named('s'), input: 'a' })).not.toBe(keyOf({ ...named('t'), input: 'a' }))
})

test.each([
  ['/v1/chat/completions', (turns: object[]) => ({ messages: [{ role: 'system', content: 'be brief' }, ...turns] })],
  ['/v1/messages', (turns: object[]) => ({ system: 'be brief', messages: turns })],
  ['/v1/responses', (turns: object[]) => ({ instructions: 'be brief', input: [{ role: 'developer' }, ...turns] })],
  ['/v1beta/models/m:generateContent', (turns: object[]) => ({ systemInstruction: { parts: [] }, contents: turns })],
])(
  '%s: without a name, what it begins with tells a conversation from others and stays the same as it grows',
  (path, body) => {
    const first = keyOf(body([user('hello')]))
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(keyOf(body([user('hello'), assistant('hi'), user('more')]))).toBe(first)
    expect(keyOf(body([user('hullo')]))).not.toBe(first)
    const sent = Buffer.from(JSON.stringify({ model: 'm', ...body([user('hello')]) }))
    const turn = PROTOCOL_CODECS.find((protocol) => protocol.serves(path))?.read({
      path,
      query: new URLSearchParams(),
      body: sent,
    })
    expect(turn && conversationOf({ userId: 'u', model: 'm', headers: {}, turn })).toBe(first)
  },
)

test('the same words of two users, or to two models, are two conversations', () => {
  const body = { messages: [user('hello')] }
  expect(new Set([keyOf(body), keyOf(body, { userId: 'v' }), keyOf(body, { model: 'n' })]).size).toBe(3)
})

test('what is no conversation has no name: no JSON, no messages', () => {
  expect(keyOf('--form-data')).toBeNull()
  expect(keyOf({ model: 'm', temperature: 1 })).toBeNull()
})

test('a long beginning is read no further than needed', () => {
  const long = 'x'.repeat(10_000)
  expect(keyOf({ system: `${long}a`, messages: [user('hi')] })).toBe(
    keyOf({ system: `${long}b`, messages: [user('hi')] }),
  )
})
