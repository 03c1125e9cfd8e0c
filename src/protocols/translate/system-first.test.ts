import { expect, test } from 'vitest'
import { descriptorOf } from '../../providers/all.ts'
import { quirksOf } from '../../providers/provider.ts'
import { CODECS } from './all.ts'
import type { Message } from './conversation.ts'
import { withSystemFirst } from './system-first.ts'

const text = (words: string) => ({ type: 'text' as const, text: words })
const system = (words: string): Message => ({ role: 'system', parts: [text(words)] })
const user = (words: string): Message => ({ role: 'user', parts: [text(words)] })
const reminder = (words: string) => text(`<system-reminder>\n${words}\n</system-reminder>`)

test('one system message is the first, and what is said later is the user’s', () => {
  const answer: Message = { role: 'assistant', parts: [text('e')] }
  const messages = [system('a'), system('b'), user('c'), system('d'), answer, system('f'), user('g')]
  const before = structuredClone(messages)
  expect(withSystemFirst(messages, { firstSystem: true })).toEqual([
    { role: 'system', parts: [text('a'), text('b')] },
    { role: 'user', parts: [text('c'), reminder('d')] },
    answer,
    { role: 'user', parts: [reminder('f')] },
    user('g'),
  ])
  expect(messages).toEqual(before)
  expect(withSystemFirst(messages, {})).toBe(messages)
})

// As Claude Code says it since `mid-conversation-system-2026-04-07`, to which servers of Qwen answer 400 `System message must be at
// the beginning.` (looplj/axonhub 1664 of NVIDIA, diegosouzapw/OmniRoute 12908 of vLLM, ollama/ollama 17774).
const CLAUDE_CODE = {
  model: 'm',
  max_tokens: 9,
  system: [text('You are Claude Code.')],
  messages: [
    { role: 'user', content: 'hi' },
    { role: 'system', content: 'Available agent types: …' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] },
    { role: 'system', content: 'Be brief.' },
  ],
}
const LATER = '<system-reminder>\nAvailable agent types: …\n</system-reminder>'

function rolesAt(vendor: string, to: 'openai-chat' | 'openai-responses') {
  const asked = CODECS['anthropic-messages'].readRequest(CLAUDE_CODE, { path: '', query: new URLSearchParams() })
  const quirks = quirksOf(descriptorOf(vendor), 'openai')
  const { body } = CODECS[to].writeRequest(asked, { model: 'm', maxOutput: null, stream: false, quirks })
  const said = (to === 'openai-chat' ? body.messages : body.input) as { role?: string; content?: unknown }[]
  return { roles: said.map(({ role }) => role).filter(Boolean), first: said.find(({ role }) => role === 'user') }
}

test.each(['nvidia', 'vllm', 'ollama', 'together', 'groq', 'bedrock', 'openrouter', 'custom'])(
  'to %s Claude Code’s later words of the system are the user’s',
  (vendor) => {
    const chat = rolesAt(vendor, 'openai-chat')
    expect(chat.roles).toEqual(['system', 'user', 'assistant', 'tool', 'user'])
    expect(JSON.stringify(chat.first)).toContain(JSON.stringify(LATER).slice(1, -1))
    const responses = rolesAt(vendor, 'openai-responses')
    expect(responses.roles).toEqual(['user', 'user'])
    expect(JSON.stringify(responses.first)).toContain(JSON.stringify(LATER).slice(1, -1))
  },
)

test('to OpenAI and xAI, which take them anywhere, they keep their place', () => {
  expect(rolesAt('openai', 'openai-chat').roles).toEqual([
    'developer',
    'user',
    'developer',
    'assistant',
    'tool',
    'developer',
  ])
  expect(rolesAt('xai', 'openai-chat').roles).toEqual(['system', 'user', 'system', 'assistant', 'tool', 'system'])
  expect(rolesAt('openai', 'openai-responses').roles).toEqual(['user', 'developer', 'developer'])
})
