import type { AttemptRecord, RequestRecord } from '../core/records.ts'
import type { Permit } from '../metering/open-request.ts'
import { mediaTokens } from '../metering/tokenizer/request-text.ts'
import { mediaOfRequest, textOfRequest } from '../protocols/translate/text-of.ts'
import { tokenQuestion, type TokenQuestion } from '../protocols/translate/token-question.ts'
import type { Question } from './ask.ts'
import type { Exchange } from './exchange.ts'
import { idHeaders } from './headers.ts'
import type { Plan } from './plan.ts'
import type { ResponseMemory } from './response-memory.ts'
import { isOpen } from './routing/candidates.ts'

/** What counting needs of the gateway. */
export type Counting = {
  /** Tokens of a text, about as any vendor counts them. */
  countText: (text: string) => Promise<number>
  recalled: ResponseMemory['recalled']
}

/** Tokens that stand around each message, about (OpenAI's cookbook says 3 or 4). */
const AROUND_A_MESSAGE = 4

/**
 * Who is asked how many tokens a request has: its own protocol's vendors alone, because in another protocol the question would
 * become a request for an answer. `isHere`: there is none of them, and the gateway has to count by itself. Null for any other request.
 */
export function countingPlan(
  plan: Plan,
  { protocol, incoming }: Pick<Question, 'protocol' | 'incoming'>,
): { plan: Plan; asked: TokenQuestion; isHere: boolean } | null {
  const asked = tokenQuestion(protocol.id, incoming)
  if (!asked) return null
  const candidates = plan.candidates.filter((candidate) => candidate.protocol === protocol.id)
  const isServed = plan.candidates.length > 0 || plan.skips.some(isOpen)
  return { plan: { ...plan, candidates }, asked, isHere: candidates.length === 0 && isServed }
}

/** Whether an upstream has no such path, as servers that speak a vendor's dialect often have none for counting. */
export function isUnknownQuestion({ httpStatus }: Pick<AttemptRecord, 'httpStatus'>): boolean {
  return httpStatus === 404 || httpStatus === 405
}

/** Answers with a count of our own, free of charge and marked as one; throws what is wrong with the request. */
export async function countHere(
  question: TokenQuestion,
  { exchange, protocol, incoming, userId, room }: Omit<Question, 'turn'>,
  permit: Pick<Permit, 'settle'>,
  { countText, recalled }: Counting,
): Promise<RequestRecord> {
  const request = question.read(recalled(incoming.body, { protocol: protocol.id, userId, room }).body)
  const text = await countText(textOfRequest(request))
  const tokens = text + request.messages.length * AROUND_A_MESSAGE + mediaTokens({ media: mediaOfRequest(request) })
  const record = await permit.settle({
    end: 'complete',
    httpStatus: 200,
    errorClass: null,
    errorMessage: null,
    delivered: null,
  })
  tell(exchange, JSON.stringify(question.answer(tokens)))
  return record
}

function tell(exchange: Exchange, body: string): void {
  exchange.reply.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-yumen-count': 'local',
    ...idHeaders(exchange.id),
    ...exchange.extraHeaders,
    'server-timing': `gateway;dur=${exchange.elapsedMs().toFixed(1)}`,
  })
  exchange.reply.end(body)
}
