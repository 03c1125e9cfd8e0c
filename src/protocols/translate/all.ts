import type { ProtocolId } from '../../core/protocol.ts'
import { anthropicMessagesCodec } from '../anthropic-messages/codec.ts'
import { geminiGenerateCodec } from '../gemini-generate/codec.ts'
import { geminiInteractionsCodec } from '../gemini-interactions/codec.ts'
import { openaiChatCodec } from '../openai-chat/codec.ts'
import { openaiResponsesCodec } from '../openai-responses/codec.ts'
import type { Codec, TranslatedId } from './codec.ts'
import type { ToEmbed } from './embedded-turn.ts'
import { EMBEDDINGS } from './embeddings.ts'
import { pairOf } from './media/all.ts'

/** A codec for each protocol that is translated; N of them make N × (N − 1) pairs. */
export const CODECS: Readonly<Record<TranslatedId, Codec>> = {
  'openai-chat': openaiChatCodec,
  'openai-responses': openaiResponsesCodec,
  'anthropic-messages': anthropicMessagesCodec,
  'gemini-generate': geminiGenerateCodec,
  'gemini-interactions': geminiInteractionsCodec,
}

/** The codec of a protocol; undefined for one that is only ever forwarded. */
export function codecOf(protocol: ProtocolId): Codec | undefined {
  return CODECS[protocol as TranslatedId]
}

/** The codec that reads requests in the words of one protocol and tells their answers in those of another; undefined where either is only ever forwarded. */
export function codecAnswering(protocol: ProtocolId, saidIn: ProtocolId = protocol): Codec | undefined {
  const [own, said] = [codecOf(protocol), codecOf(saidIn)]
  return own && said && { ...own, fields: said.fields, readRequest: (...asked) => said.readRequest(...asked) }
}

/** The protocols of embeddings, and how each tells what is wrong. */
const EMBEDDING_CODECS: Partial<Record<ProtocolId, ToEmbed['to']>> = {
  'openai-embeddings': { ...EMBEDDINGS['openai-embeddings'], readError: openaiChatCodec.readError },
  'gemini-embed': { ...EMBEDDINGS['gemini-embed'], readError: geminiGenerateCodec.readError },
}

/** The codec of a protocol of embeddings; undefined for any other. */
export function embeddingsCodecOf(protocol: ProtocolId): ToEmbed['to'] | undefined {
  return EMBEDDING_CODECS[protocol]
}

/** Whether a caller of one protocol can be served in the other. */
export function translates(from: ProtocolId, to: ProtocolId): boolean {
  if (from === to) return true
  return Boolean(
    (codecOf(from) && codecOf(to)) || (embeddingsCodecOf(from) && embeddingsCodecOf(to)) || pairOf(from, to),
  )
}
