import type { Dialect } from '../core/protocol.ts'
import { anthropicErrors } from './anthropic-errors.ts'
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts'
import { geminiErrors } from './gemini-errors.ts'
import { geminiGenerate } from './gemini-generate/gemini-generate.ts'
import { geminiInteractions } from './gemini-interactions/gemini-interactions.ts'
import { openaiChat } from './openai-chat/openai-chat.ts'
import { openaiCompletions } from './openai-chat/openai-completions.ts'
import { openaiErrors } from './openai-errors.ts'
import { openaiResponses } from './openai-responses/openai-responses.ts'
import { passThrough } from './pass-through/pass-through.ts'
import type { DialectErrors, Protocol } from './protocol.ts'

/** The protocols the relay forwards. */
export const PROTOCOL_CODECS: readonly Protocol[] = [
  openaiChat,
  anthropicMessages,
  openaiResponses,
  openaiCompletions,
  geminiGenerate,
  geminiInteractions,
  ...passThrough,
]

/** How each dialect words errors, also on paths that no protocol serves. */
export const dialectErrors: Readonly<Record<Dialect, DialectErrors>> = {
  openai: openaiErrors,
  anthropic: anthropicErrors,
  gemini: geminiErrors,
}
