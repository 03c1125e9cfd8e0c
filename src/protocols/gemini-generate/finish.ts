import type { FinishReason } from '../translate/piece.ts'

/** Google's reasons to end an answer (wire.md §3.2); `broken` is none that another protocol could tell. */
const REASONS: ReadonlyMap<string, FinishReason | 'broken'> = new Map(
  Object.entries({
    STOP: 'stop',
    MAX_TOKENS: 'length',
    CONTINUATION: 'paused',
    SAFETY: 'filter',
    RECITATION: 'filter',
    LANGUAGE: 'filter',
    BLOCKLIST: 'filter',
    PROHIBITED_CONTENT: 'filter',
    SPII: 'filter',
    MODEL_ARMOR: 'filter',
    ESCALATION: 'filter',
    PUP_LIMITED_DISABLED: 'filter',
    IMAGE_SAFETY: 'filter',
    IMAGE_PROHIBITED_CONTENT: 'filter',
    IMAGE_RECITATION: 'filter',
    OTHER: 'broken',
    MALFORMED_FUNCTION_CALL: 'broken',
    MALFORMED_RESPONSE: 'broken',
    UNEXPECTED_TOOL_CALL: 'broken',
    TOO_MANY_TOOL_CALLS: 'broken',
    MISSING_THOUGHT_SIGNATURE: 'broken',
    NO_IMAGE: 'broken',
    IMAGE_OTHER: 'broken',
  } as const),
)

/** What a `finishReason` means; a new one is an end like any other. An answer that calls tools says STOP as well. */
export function meaningOf(finishReason: string, called: boolean): FinishReason | 'broken' {
  const meaning = REASONS.get(finishReason) ?? 'stop'
  return meaning === 'stop' && called ? 'tools' : meaning
}

/** The `finishReason` that tells a caller why an answer ended. */
export const FINISH_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'STOP',
  stop_sequence: 'STOP',
  tools: 'STOP',
  length: 'MAX_TOKENS',
  filter: 'SAFETY',
  // Without a token to go on with, which nobody else gives, libraries take it for an end.
  paused: 'CONTINUATION',
}
