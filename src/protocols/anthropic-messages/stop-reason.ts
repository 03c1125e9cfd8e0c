import type { FinishReason } from '../translate/piece.ts'

/** Why an answer ended, in both directions (wire.md §3.2). */
export const STOP_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  stop_sequence: 'stop_sequence',
  length: 'max_tokens',
  tools: 'tool_use',
  filter: 'refusal',
  paused: 'pause_turn',
}

const READ = new Map<unknown, FinishReason>([
  ...Object.entries(STOP_REASONS).map(([reason, told]) => [told, reason as FinishReason] as const),
  ['model_context_window_exceeded', 'length'],
  ['compaction', 'paused'],
])

/** What a stop reason says; one that is not known says no more than that the answer ended. */
export function finishReason(told: unknown): FinishReason {
  return READ.get(told) ?? 'stop'
}
