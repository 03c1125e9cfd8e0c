import type { ProtocolId } from '../../core/protocol.ts'
import { anthropicMessagesCodec } from '../anthropic-messages/codec.ts'
import { geminiGenerateCodec } from '../gemini-generate/codec.ts'
import { openaiChatCodec } from '../openai-chat/codec.ts'
import { openaiResponsesCodec } from '../openai-responses/codec.ts'
import type { Codec, TranslatedId } from './codec.ts'

/** A codec for each protocol that is translated; N of them make N × (N − 1) pairs. */
export const CODECS: Readonly<Record<TranslatedId, Codec>> = {
  'openai-chat': openaiChatCodec,
  'openai-responses': openaiResponsesCodec,
  'anthropic-messages': anthropicMessagesCodec,
  'gemini-generate': geminiGenerateCodec,
}

/** The codec of a protocol; undefined for one that is only ever forwarded. */
export function codecOf(protocol: ProtocolId): Codec | undefined {
  return CODECS[protocol as TranslatedId]
}

/** Whether a caller of one protocol can be served in the other. */
export function translates(from: ProtocolId, to: ProtocolId): boolean {
  return from === to || (codecOf(from) !== undefined && codecOf(to) !== undefined)
}
