import type { ProtocolId } from '../../core/protocol.ts'
import { asRecord, type Json } from '../../core/json.ts'
import { askedIn } from '../body-json.ts'
import { withOwnCalls } from '../gemini-generate/own-calls.ts'
import { operationOf } from '../gemini-generate/operation.ts'
import { field } from '../gemini-generate/proto-json.ts'
import type { Incoming } from '../protocol.ts'
import { CODECS } from './all.ts'
import type { Conversation } from './conversation.ts'

type Asked = Pick<Incoming, 'path'>

/** How a protocol asks how many tokens a request has, and how it is told. */
type Counting = {
  asks(asked: Asked): boolean
  read(body: Json, asked: Asked): Conversation
  answer: (tokens: number) => Json
}

const COUNTING: Partial<Record<ProtocolId, Counting>> = {
  'anthropic-count-tokens': {
    asks: () => true,
    read: (body, { path }) => CODECS['anthropic-messages'].readRequest(body, { path, query: new URLSearchParams() }),
    answer: (tokens) => ({ input_tokens: tokens }),
  },
  'openai-responses': {
    asks: ({ path }) => path === '/v1/responses/input_tokens',
    read: (body) =>
      CODECS['openai-responses'].readRequest(body, { path: '/v1/responses', query: new URLSearchParams() }),
    answer: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
  },
  'gemini-generate': {
    asks: ({ path }) => operationOf(path)?.verb === 'countTokens',
    read: (body, { path }) =>
      CODECS['gemini-generate'].readRequest(withOwnCalls(asRecord(field(body, 'generateContentRequest') ?? body)), {
        path: path.replace(/countTokens$/, 'generateContent'),
        query: new URLSearchParams(),
      }),
    answer: (tokens) => ({
      totalTokens: tokens,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: tokens }],
    }),
  },
}

/** A question for the number of tokens of a request, which can be answered without its vendor. */
export type TokenQuestion = {
  /** The request; throws `body_invalid` for what is malformed. `body` may be another than came. */
  read(body: Uint8Array): Conversation
  /** The document for the caller. */
  answer: (tokens: number) => Json
}

/** The question a call asks; null for one that asks for an answer of a model. */
export function tokenQuestion(protocol: ProtocolId, { path }: Asked): TokenQuestion | null {
  const counting = COUNTING[protocol]
  if (!counting?.asks({ path })) return null
  return {
    read: (body) => counting.read(askedIn(body), { path }),
    answer: counting.answer,
  }
}
