import type { TargetEntry } from '../../core/directory.ts'
import type { ProtocolId } from '../../core/protocol.ts'
import { servedBy } from '../../protocols/translate/pairs.ts'
import { speaks } from './candidates.ts'

/** Where each protocol that names a model is asked. */
const ASKED_AT: Partial<Record<ProtocolId, string>> = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  'anthropic-messages': '/v1/messages',
  'gemini-generate': ':generateContent',
  'gemini-interactions': '/v1beta/interactions',
  'openai-completions': '/v1/completions',
  'openai-embeddings': '/v1/embeddings',
  'gemini-embed': ':embedContent',
  'openai-images': '/v1/images',
  'openai-speech': '/v1/audio/speech',
  'openai-transcriptions': '/v1/audio/transcriptions',
  'openai-realtime': '/v1/realtime',
  'openai-moderations': '/v1/moderations',
  rerank: '/v1/rerank',
}

/** What few models of another protocol can make, so that it is only promised where it is offered as such. */
const RARE: ReadonlySet<string> = new Set(['openai-images', 'openai-speech', 'openai-transcriptions'])

/** The paths at which some of these targets can be asked, by their own protocol or by translation, for a caller to read. */
export function offeredAt(targets: readonly TargetEntry[]): string {
  const paths = Object.entries(ASKED_AT).flatMap(([asked, path]) => {
    const id = asked as ProtocolId
    const served = RARE.has(id) ? [id] : servedBy(id)
    return served.some((other) => targets.some((target) => speaks(target, other))) ? [path] : []
  })
  return paths.map((path) => `\`${path}\``).join(', ')
}
