import type { ProtocolId } from '../../core/protocol.ts'

/**
 * The protocols that can serve a caller of each one, the best first: its own, whose bytes are forwarded, and then those that
 * are translated to, nearest in what they can say.
 */
const SERVED_BY: Partial<Record<ProtocolId, readonly ProtocolId[]>> = {
  'openai-chat': ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate'],
  'openai-responses': ['openai-responses', 'gemini-generate', 'openai-chat', 'anthropic-messages'],
  'anthropic-messages': ['anthropic-messages', 'openai-responses', 'gemini-generate', 'openai-chat'],
  'openai-embeddings': ['openai-embeddings', 'gemini-embed'],
  'gemini-embed': ['gemini-embed', 'openai-embeddings'],
  'gemini-generate': ['gemini-generate', 'openai-chat', 'openai-responses', 'anthropic-messages'],
}

/** The protocols an upstream may be asked in for a caller of this one, in order of preference. */
export function servedBy(protocol: ProtocolId): readonly ProtocolId[] {
  return SERVED_BY[protocol] ?? [protocol]
}
