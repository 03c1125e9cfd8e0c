/** The way a vendor's client library speaks; it decides key headers, error shapes and model lists. */
export const DIALECTS = ['openai', 'anthropic', 'gemini'] as const
/** As rows of `endpoint` name it. */
export type Dialect = (typeof DIALECTS)[number]

/** The protocols the relay forwards, and for each the dialect it belongs to and the name an endpoint lists it by. */
export const PROTOCOLS = {
  'openai-chat': { dialect: 'openai', capability: 'chat' },
  'openai-responses': { dialect: 'openai', capability: 'responses' },
  'openai-completions': { dialect: 'openai', capability: 'completions' },
  'openai-embeddings': { dialect: 'openai', capability: 'embeddings' },
  'openai-images': { dialect: 'openai', capability: 'images' },
  'openai-speech': { dialect: 'openai', capability: 'audio' },
  'openai-transcriptions': { dialect: 'openai', capability: 'audio' },
  'openai-realtime': { dialect: 'openai', capability: 'realtime' },
  'openai-moderations': { dialect: 'openai', capability: 'moderations' },
  rerank: { dialect: 'openai', capability: 'rerank' },
  'openai-files': { dialect: 'openai', capability: 'files' },
  'openai-batches': { dialect: 'openai', capability: 'batches' },
  'anthropic-messages': { dialect: 'anthropic', capability: 'messages' },
  'anthropic-count-tokens': { dialect: 'anthropic', capability: 'messages' },
  'anthropic-files': { dialect: 'anthropic', capability: 'files' },
  'anthropic-batches': { dialect: 'anthropic', capability: 'batches' },
  'gemini-generate': { dialect: 'gemini', capability: 'generate' },
  'gemini-interactions': { dialect: 'gemini', capability: 'interactions' },
  'gemini-files': { dialect: 'gemini', capability: 'files' },
  'gemini-embed': { dialect: 'gemini', capability: 'embeddings' },
} as const satisfies Record<string, { dialect: Dialect; capability: string }>
/** As the rows of requests name it. */
export type ProtocolId = keyof typeof PROTOCOLS

/** What an endpoint of a dialect can be asked for. */
export const CAPABILITIES = {
  openai: [
    'chat',
    'responses',
    'completions',
    'embeddings',
    'images',
    'audio',
    'realtime',
    'moderations',
    'rerank',
    'files',
    'batches',
  ],
  anthropic: ['messages', 'files', 'batches'],
  gemini: ['generate', 'interactions', 'embeddings', 'files'],
} as const satisfies Record<Dialect, readonly string[]>
/** A word of the list that rows of `endpoint` have. */
export type Capability = (typeof CAPABILITIES)[Dialect][number]
