import { type Dialect, type ProtocolId, PROTOCOLS } from '../../../../src/core/protocol.ts'

/** What protocols are called by those who made them, and where they are asked. */
export const PROTOCOL_NAMES: Record<ProtocolId, { name: string; path: string }> = {
  'openai-chat': { name: 'Chat Completions', path: '/v1/chat/completions' },
  'openai-responses': { name: 'Responses', path: '/v1/responses' },
  'openai-completions': { name: 'Completions', path: '/v1/completions' },
  'openai-embeddings': { name: 'Embeddings', path: '/v1/embeddings' },
  'openai-images': { name: 'Images', path: '/v1/images/generations' },
  'openai-speech': { name: 'Speech', path: '/v1/audio/speech' },
  'openai-transcriptions': { name: 'Transcriptions', path: '/v1/audio/transcriptions' },
  'openai-realtime': { name: 'Realtime', path: '/v1/realtime' },
  'openai-moderations': { name: 'Moderations', path: '/v1/moderations' },
  rerank: { name: 'Rerank', path: '/v1/rerank' },
  'openai-files': { name: 'Files', path: '/v1/files' },
  'openai-batches': { name: 'Batches', path: '/v1/batches' },
  'anthropic-messages': { name: 'Messages', path: '/v1/messages' },
  'anthropic-count-tokens': { name: 'Count Tokens', path: '/v1/messages/count_tokens' },
  'anthropic-files': { name: 'Files', path: '/v1/files' },
  'anthropic-batches': { name: 'Message Batches', path: '/v1/messages/batches' },
  'gemini-generate': { name: 'Generate Content', path: '/v1beta/models/…:generateContent' },
  'gemini-interactions': { name: 'Interactions', path: '/v1beta/interactions' },
  'gemini-files': { name: 'Files', path: '/v1beta/files' },
  'gemini-embed': { name: 'Embed Content', path: '/v1beta/models/…:embedContent' },
}

/** What dialects are called, in the order they are told. */
export const DIALECT_NAMES: Record<Dialect, string> = { openai: 'OpenAI', anthropic: 'Anthropic', gemini: 'Gemini' }

/** The dialects some protocols belong to, in the order they are told. */
export function dialectsOf(protocols: readonly ProtocolId[]): Dialect[] {
  const spoken = new Set<Dialect>(protocols.map((id) => PROTOCOLS[id].dialect))
  return (Object.keys(DIALECT_NAMES) as Dialect[]).filter((dialect) => spoken.has(dialect))
}
