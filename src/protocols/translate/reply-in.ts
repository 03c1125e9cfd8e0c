import { asRecord, type Json } from '../../core/json.ts'
import type { Incoming, Turn } from '../protocol.ts'
import type { AnswerAbout, AnswerWriter, Codec } from './codec.ts'

/** A request whose answer is written anew; the turn is as the caller's own protocol reads it. */
export type AskedBy = { incoming: Incoming; turn: Turn; about: Pick<AnswerAbout, 'id' | 'created'> }

/** How a caller is answered in their own protocol: by which writer, and what comes of it; `asked` is their request. */
export function replyIn(
  from: Codec,
  { incoming, turn, about }: AskedBy,
  asked: Json,
): { writer: () => AnswerWriter; contentType: string } {
  const form = from.form?.(incoming) ?? (turn.stream ? 'events' : 'whole')
  const usageAsked = asRecord(asked.stream_options).include_usage === true
  const repeated = from.repeated?.(asked) ?? {}
  return {
    writer: () => from.writer({ ...about, model: turn.model, asked: repeated, form, usageAsked }),
    contentType: form === 'events' ? 'text/event-stream' : 'application/json',
  }
}
