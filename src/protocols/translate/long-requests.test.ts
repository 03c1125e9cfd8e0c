import { expect, test } from 'vitest'
import { growthOf, MOST_GROWTH } from '../../core/test-growth.ts'
import { PROTOCOL_CODECS } from '../all.ts'
import { type CODECS, codecOf } from './all.ts'
import { translatedTurn } from './translated-turn.ts'

type Dialect = keyof typeof CODECS

const PATHS: Record<Dialect, string> = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  'anthropic-messages': '/v1/messages',
  'gemini-generate': '/v1beta/models/m:generateContent',
  'gemini-interactions': '/v1beta/interactions',
}

/** A request in another dialect. */
function translated(from: Dialect, to: Dialect, request: object) {
  const upstream = PROTOCOL_CODECS.find(({ id }) => id === to)
  const [source, target] = [codecOf(from), codecOf(to)]
  if (!upstream || !source || !target) throw new Error(`${from} or ${to} is no dialect`)
  const body = Buffer.from(JSON.stringify(request))
  const incoming = { path: PATHS[from], query: new URLSearchParams(), body, contentType: 'application/json' }
  const own = PROTOCOL_CODECS.find(({ id }) => id === from)
  if (!own) throw new Error(`${from} is no protocol`)
  const addressee = { model: 'u', maxOutput: 1000, quirks: {} }
  const about = { id: 'r', created: 1 }
  return translatedTurn({ incoming, turn: own.read(incoming), from: source, to: target, upstream, addressee, about })
}

const many = <T>(count: number, one: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => one(n))

const ASKED = { role: 'user', content: 'x' }
const PICTURE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
const USE = { type: 'tool_use', id: 't', name: 'f', input: {} }

const messages = (...said: unknown[]) => ({ model: 'm', max_tokens: 1, messages: [ASKED, ...said] })
const results = (content: unknown[]) =>
  messages(
    { role: 'assistant', content: [USE] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content }] },
  )
/** As long as a name may be, and no two alike. */
const named = (n: number) => `${'f'.repeat(58)}${n}`
const chosen = (count: number) => ({
  contents: [{ parts: [{ text: 'x' }] }],
  tools: [{ functionDeclarations: many(count, (n) => ({ name: named(n) })) }],
  toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: many(count, named) } },
})
const outputs = (count: number) => ({
  model: 'm',
  store: false,
  input: [
    { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
    ...many(count, () => ({ type: 'function_call_output', call_id: 'c', output: 'a' })),
  ],
})

const turns = (count: number) => messages(...many(count, () => ({ role: 'assistant', content: 'b' })))
const pictures = (count: number) => results(many(count, () => PICTURE))

type Long = { what: string; from: Dialect; to: Dialect; request: (count: number) => object; count: number }

// Each took three seconds and more, or overflowed the stack.
test.each<Long>([
  { what: 'a turn in many messages', from: 'anthropic-messages', to: 'openai-chat', request: turns, count: 40_000 },
  { what: 'many pictures', from: 'anthropic-messages', to: 'gemini-generate', request: pictures, count: 40_000 },
  { what: 'many pictures', from: 'anthropic-messages', to: 'openai-chat', request: pictures, count: 40_000 },
  { what: 'a choice among tools', from: 'gemini-generate', to: 'openai-chat', request: chosen, count: 10_000 },
  { what: 'a choice among tools', from: 'gemini-generate', to: 'openai-responses', request: chosen, count: 10_000 },
  { what: 'many results', from: 'openai-responses', to: 'openai-chat', request: outputs, count: 90_000 },
])('$what takes time in proportion to its length, from $from to $to', ({ from, to, request, count }) => {
  const growth = growthOf(count, (length) => {
    const asked = request(length)
    return () => expect(translated(from, to, asked).body.length).toBeGreaterThan(25 * length)
  })
  expect(growth).toBeLessThan(MOST_GROWTH)
})
