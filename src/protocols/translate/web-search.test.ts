import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import { CODECS } from './all.ts'
import type { TranslatedId } from './codec.ts'

const PATHS: Record<TranslatedId, string> = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  'anthropic-messages': '/v1/messages',
  'gemini-generate': '/v1beta/models/m:generateContent',
  'gemini-interactions': '/v1beta/interactions',
}
const user = [{ role: 'user', content: 'Who keeps the gate?' }]
const place = { city: 'Dunhuang', country: 'CN', timezone: 'Asia/Shanghai' }

/** The same search, as far as each protocol can bind it. */
const ASKED: Record<TranslatedId, Json> = {
  'openai-chat': {
    messages: user,
    web_search_options: {
      search_context_size: 'low',
      user_location: { type: 'approximate', approximate: place },
    },
  },
  'openai-responses': {
    input: user,
    tools: [
      {
        type: 'web_search',
        filters: { allowed_domains: ['example.org'] },
        search_context_size: 'low',
        user_location: { type: 'approximate', ...place },
      },
    ],
  },
  'anthropic-messages': {
    max_tokens: 9,
    messages: user,
    tools: [
      {
        type: 'web_search_20260318',
        name: 'web_search',
        allowed_domains: ['example.org'],
        max_uses: 3,
        user_location: { type: 'approximate', ...place, region: null },
      },
    ],
  },
  'gemini-generate': {
    contents: [{ role: 'user', parts: [{ text: 'Who keeps the gate?' }] }],
    tools: [{ googleSearch: { excludeDomains: ['example.com'] } }],
  },
  'gemini-interactions': {
    input: 'Who keeps the gate?',
    tools: [{ type: 'google_search', search_types: ['web_search', 'image_search'] }],
  },
}

function asked(from: TranslatedId, to: TranslatedId, plainFields = false) {
  const conversation = CODECS[from].readRequest(ASKED[from], { path: PATHS[from], query: new URLSearchParams() })
  const quirks = plainFields ? { plainFields } : {}
  const written = CODECS[to].writeRequest(conversation, { model: 'm', maxOutput: null, stream: false, quirks })
  return { body: written.body, lost: [...(conversation.lost ?? []), ...written.lost] }
}

const searchIn = ({ body }: { body: Json }) =>
  body.web_search_options ?? (Array.isArray(body.tools) ? body.tools[0] : null)
const near = { type: 'approximate', ...place }

test.each<[TranslatedId, TranslatedId, Json, string[]]>([
  [
    'openai-responses',
    'anthropic-messages',
    { type: 'web_search_20250305', name: 'web_search', allowed_domains: ['example.org'], user_location: near },
    ['web_search.search_context_size'],
  ],
  [
    'openai-responses',
    'openai-chat',
    { search_context_size: 'low', user_location: { type: 'approximate', approximate: place } },
    ['web_search.allowed_domains'],
  ],
  [
    'openai-responses',
    'gemini-generate',
    { googleSearch: {} },
    ['web_search.allowed_domains', 'web_search.user_location', 'web_search.search_context_size'],
  ],
  [
    'anthropic-messages',
    'openai-responses',
    { type: 'web_search', filters: { allowed_domains: ['example.org'] }, user_location: near },
    ['web_search.max_uses'],
  ],
  [
    'openai-chat',
    'anthropic-messages',
    { type: 'web_search_20250305', name: 'web_search', user_location: near },
    ['web_search.search_context_size'],
  ],
  ['openai-chat', 'openai-responses', { type: 'web_search', search_context_size: 'low', user_location: near }, []],
  [
    'gemini-generate',
    'anthropic-messages',
    { type: 'web_search_20250305', name: 'web_search', blocked_domains: ['example.com'] },
    [],
  ],
  ['gemini-generate', 'openai-responses', { type: 'web_search' }, ['web_search.blocked_domains']],
  ['gemini-generate', 'gemini-interactions', { type: 'google_search' }, ['web_search.blocked_domains']],
  ['gemini-interactions', 'gemini-generate', { googleSearch: {} }, ['google_search.search_types']],
  [
    'openai-chat',
    'gemini-interactions',
    { type: 'google_search' },
    ['web_search.user_location', 'web_search.search_context_size'],
  ],
])('what a search of %s is bound to is said to %s, or named', (from, to, search, lost) => {
  const told = asked(from, to)
  expect(searchIn(told)).toEqual(search)
  expect(told.lost).toEqual(lost)
})

test('a server that is not OpenAI’s is asked for a plain search', () => {
  const told = asked('openai-chat', 'openai-responses', true)
  expect(searchIn(told)).toEqual({ type: 'web_search' })
  expect(told.lost).toEqual(['web_search.user_location', 'web_search.search_context_size'])
})

test('a search that is bound to what is no domain is refused', () => {
  const body = { max_tokens: 9, messages: user, tools: [{ type: 'web_search_20250305', allowed_domains: [7] }] }
  const read = () =>
    CODECS['anthropic-messages'].readRequest(body, { path: '/v1/messages', query: new URLSearchParams() })
  expect(read).toThrow('`tools[0].allowed_domains[0]`')
})
