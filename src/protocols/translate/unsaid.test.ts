import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import { CODECS } from './all.ts'
import type { TranslatedId } from './codec.ts'
import { droppedFields } from './dropped.ts'
import type { Quirks } from './quirks.ts'

const PATHS: Record<TranslatedId, string> = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  'anthropic-messages': '/v1/messages',
  'gemini-generate': '/v1beta/models/m:generateContent',
  'gemini-interactions': '/v1beta/interactions',
}
const user = [{ role: 'user', content: 'hi' }]
const contents = [{ role: 'user', parts: [{ text: 'hi' }] }]
const picture = { inlineData: { mimeType: 'image/png', data: 'AA==' } }
const strict = { name: 'f', strict: true, parameters: { type: 'object', properties: {} } }
const addressee = { model: 'm', maxOutput: null, stream: false }

/** Everything that is named to a caller whose request goes to another protocol. */
function named(
  from: TranslatedId,
  to: TranslatedId,
  body: Json,
  over: { quirks?: Quirks; model?: string } = {},
): string[] {
  const conversation = CODECS[from].readRequest(body, { path: PATHS[from], query: new URLSearchParams() })
  const dropped = droppedFields(body, {
    from: CODECS[from].fields,
    to: CODECS[to].written ?? CODECS[to].fields,
    conversation,
  })
  const written = CODECS[to].writeRequest(conversation, { ...addressee, quirks: {}, ...over })
  return [...dropped, ...(conversation.lost ?? []), ...written.lost]
}

test.each<[string, TranslatedId, TranslatedId, Json, string[]]>([
  [
    'how a tool’s results come back',
    'openai-responses',
    'openai-chat',
    { input: user, tools: [{ type: 'function', name: 'f', parameters: null, strict: false, async: true }] },
    ['tools.async'],
  ],
  [
    'who may call a tool',
    'openai-responses',
    'openai-chat',
    { input: user, tools: [{ type: 'custom', name: 'f', allowed_callers: ['programmatic'] }] },
    ['tools.allowed_callers'],
  ],
  [
    'that a search is to read only what was found before',
    'openai-responses',
    'anthropic-messages',
    { input: user, tools: [{ type: 'web_search', external_web_access: false }] },
    ['web_search.external_web_access'],
  ],
  [
    'that a search is to find pictures',
    'openai-responses',
    'anthropic-messages',
    {
      input: user,
      tools: [{ type: 'web_search', search_content_types: ['text', 'image'], image_settings: { max_results: 3 } }],
    },
    ['web_search.search_content_types', 'web_search.image_settings'],
  ],
  [
    'which pages a search is to leave out in words of OpenAI’s alone',
    'openai-responses',
    'openai-chat',
    {
      input: user,
      tools: [{ type: 'web_search', filters: { blocked_domains: ['example.com'] }, search_content_types: ['text'] }],
    },
    ['web_search.filters.blocked_domains'],
  ],
  [
    'that words of a document are to be cited',
    'anthropic-messages',
    'openai-responses',
    {
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'document',
              source: { type: 'text', media_type: 'text/plain', data: 'x' },
              citations: { enabled: true },
            },
          ],
        },
      ],
    },
    ['messages.citations'],
  ],
  [
    'examples of a tool’s input',
    'anthropic-messages',
    'openai-responses',
    { messages: user, tools: [{ name: 'f', input_schema: {}, input_examples: [{ x: 1 }] }] },
    ['tools.input_examples'],
  ],
  [
    'a choice of the vendor’s own search',
    'anthropic-messages',
    'openai-responses',
    {
      messages: user,
      tools: [{ type: 'web_search_20250305', name: 'web_search' }],
      tool_choice: { type: 'tool', name: 'web_search' },
    },
    ['tool_choice'],
  ],
  [
    'where a search is to be near',
    'gemini-generate',
    'openai-responses',
    { contents, tool_config: { retrieval_config: { latLng: { latitude: 40.1 } } } },
    ['toolConfig.retrievalConfig'],
  ],
  [
    'what Google’s search alone can be bound to',
    'gemini-generate',
    'openai-responses',
    { contents, tools: [{ googleSearch: { timeRangeFilter: { startTime: '2026-01-01T00:00:00Z' } } }] },
    ['googleSearch.timeRangeFilter'],
  ],
  [
    'that a call is not waited for',
    'gemini-generate',
    'openai-chat',
    { contents, tools: [{ functionDeclarations: [{ name: 'f', behavior: 'NON_BLOCKING' }] }] },
    ['functionDeclarations.behavior'],
  ],
  [
    'how a picture is to be read',
    'gemini-generate',
    'openai-chat',
    {
      contents: [{ role: 'user', parts: [{ ...picture, mediaResolution: { level: 'MEDIA_RESOLUTION_LOW' } }] }],
    },
    ['contents.mediaResolution'],
  ],
  [
    'how closely a picture is to be looked at',
    'openai-chat',
    'gemini-generate',
    {
      messages: [
        {
          role: 'user',
          content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==', detail: 'low' } }],
        },
      ],
    },
    ['detail'],
  ],
  [
    'what interactions do not know of how an answer is generated',
    'gemini-generate',
    'gemini-interactions',
    { contents, generationConfig: { topK: 3, presencePenalty: 1, responseLogprobs: true, temperature: 0.5 } },
    ['generationConfig.topK', 'generationConfig.presencePenalty', 'generationConfig.responseLogprobs'],
  ],
  [
    'what only Google does with an interaction',
    'gemini-interactions',
    'anthropic-messages',
    { input: 'hi', labels: { a: 'b' }, generation_config: { seed: 7, speech_config: { voice: 'x' }, top_p: 0.5 } },
    ['labels', 'generation_config.seed', 'generation_config.speech_config'],
  ],
  [
    'how a sound was recorded',
    'gemini-interactions',
    'openai-chat',
    { input: { type: 'audio', data: 'AA==', mime_type: 'audio/wav', sample_rate: 8000, channels: 1 } },
    ['input.channels', 'input.sample_rate'],
  ],
  [
    'that calls are held to a schema',
    'openai-chat',
    'gemini-interactions',
    { messages: user, tools: [{ type: 'function', function: strict }] },
    ['tools.strict'],
  ],
  [
    'that calls are held to a schema',
    'openai-chat',
    'gemini-generate',
    { messages: user, tools: [{ type: 'function', function: strict }] },
    ['tools.strict'],
  ],
])('%s is named where it cannot be said', (...[, from, to, body, lost]) => {
  expect(named(from, to, body)).toEqual(lost)
})

const answerFormat = { name: 'a', strict: true, schema: { type: 'object', properties: {} } }
const HELD: [TranslatedId, Json][] = [
  ['openai-chat', { messages: user, response_format: { type: 'json_schema', json_schema: answerFormat } }],
  ['openai-responses', { input: user, text: { format: { type: 'json_schema', ...answerFormat } } }],
]

test.each<[TranslatedId, Json]>(HELD)(
  'that an answer of %s is to be held to its schema is named where it cannot be said',
  (from, body) => {
    const lost = (quirks: Quirks) => named(from, 'openai-chat', body, { quirks })
    expect(lost({ plainFields: true })).toEqual(['format.strict'])
    // Where there is no schema at all, that says it.
    expect(lost({ plainFields: true, jsonObjectOnly: true })).toEqual(['format'])
    expect(lost({ plainFields: true, strictFormats: true })).toEqual([])
    expect(lost({})).toEqual([])
  },
)

test.each<[TranslatedId, Json]>(HELD)(
  'Google and Claude hold every answer of %s to its schema, so that nothing is left out',
  (from, body) => {
    expect(named(from, 'gemini-generate', body)).toEqual([])
    expect(named(from, 'gemini-interactions', body)).toEqual([])
    expect(named(from, 'anthropic-messages', body, { model: 'claude-opus-5-5' })).toEqual([])
    // One that cannot is told the schema in words.
    expect(named(from, 'anthropic-messages', body)).toEqual(['format'])
  },
)

test('what a compatible server lacks is named too', () => {
  const body = {
    max_tokens: 9,
    messages: user,
    tools: [{ name: 'f', strict: true, input_schema: { type: 'object' } }],
    output_config: { format: { type: 'json_schema', schema: { type: 'object' } } },
  }
  const quirks = { plainFields: true, jsonObjectOnly: true } as const
  expect(named('anthropic-messages', 'openai-chat', body, { quirks })).toEqual(['tools.strict', 'format'])
  expect(named('anthropic-messages', 'openai-chat', body)).toEqual([])
})
