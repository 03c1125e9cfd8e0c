import type { Dialect } from '../core/protocol.ts'
import { anthropicErrors } from './anthropic-errors.ts'
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts'
import { geminiErrors } from './gemini-errors.ts'
import { openaiChat } from './openai-chat/openai-chat.ts'
import { openaiErrors } from './openai-errors.ts'
import type { DialectErrors, Protocol } from './protocol.ts'

/** The protocols the relay forwards. */
export const PROTOCOL_CODECS: readonly Protocol[] = [openaiChat, anthropicMessages]

/** How each dialect words errors, also on paths that no protocol serves. */
export const dialectErrors: Readonly<Record<Dialect, DialectErrors>> = {
  openai: openaiErrors,
  anthropic: anthropicErrors,
  gemini: geminiErrors,
}
