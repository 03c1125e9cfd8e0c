import type { IncomingHttpHeaders } from 'node:http'
import type { Wire } from './answer.ts'
import { anthropicMessages } from './anthropic-messages.ts'
import { geminiArray, geminiCount, geminiGenerate } from './gemini-generate.ts'
import { geminiInteractions } from './gemini-interactions.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'

/** What the built-in provider can be asked in. */
export const WIRES: readonly Wire[] = [
  openaiChat,
  openaiResponses,
  anthropicMessages,
  geminiGenerate,
  geminiArray,
  geminiCount,
  geminiInteractions,
]

/** Whose words whoever sends such headers reads, where the path does not tell. */
export function wireByHeaders(headers: IncomingHttpHeaders): Wire {
  if (headers['anthropic-version'] !== undefined) return anthropicMessages
  return headers['x-goog-api-key'] === undefined ? openaiChat : geminiGenerate
}
