import type { RoutingFate } from '../../../../src/contract/routing.ts'
import { SKIP_REASONS, type SkipReason } from '../../../../src/core/records.ts'
import type { Texts } from '../../i18n/texts.ts'

/** How grave each reason is, in the language of states. */
const STATES = {
  disabled: 'off',
  forbidden: 'cancelled',
  model: 'cancelled',
  format: 'cancelled',
  capability: 'cancelled',
  cooling: 'limited',
  limited: 'limited',
  invalid: 'upstream_error',
  exhausted: 'key_exhausted',
  absent: 'cancelled',
  breaker: 'broken',
  breaker_model: 'broken',
  breaker_caller: 'broken',
  concurrency: 'degraded',
  rate: 'limited',
} as const satisfies Record<SkipReason, string>

/** Why a candidate is skipped, as a simulation and a request's path have it. */
export type Skip = { reason: string; full: RoutingFate['full'] }

/** Why somebody was not asked, in words, with what was full, and how grave that is; a reason that is not known stands for itself. */
export function skipOf(
  { reason, full }: Skip,
  t: Texts<'requests'>,
): { state: (typeof STATES)[SkipReason]; words: string } {
  const known = SKIP_REASONS.find((one) => one === reason)
  const words = known === undefined ? reason : t(`skip.${known}`)
  return {
    state: known === undefined ? 'cancelled' : STATES[known],
    words: full === null ? words : `${words} ${full.used}/${full.limit}`,
  }
}
