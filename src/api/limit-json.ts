import type { LimitInput, LimitView } from '../contract/limits.ts'
import type { Limit, LimitState } from '../core/limits.ts'
import { formatUsd, parseUsd } from '../core/money.ts'
import { isoOrNull } from '../core/time.ts'
import type { NewLimit } from '../store/limits.ts'
import type { Deps } from './deps.ts'

/** Limits as the contract says them, for the store. */
export function limitsIn(list: readonly LimitInput[]): NewLimit[] {
  return list.map(({ max, ...limit }) => ({
    ...limit,
    max: typeof max === 'string' ? (parseUsd(max) ?? 0n) : BigInt(max),
  }))
}

/** What something new is limited by: what was asked for, or else what the operator set for everything new. */
export function startingLimits(
  setting: 'users.default_limits' | 'keys.default_limits',
  asked: readonly LimitInput[],
  { settings }: Pick<Deps, 'settings'>,
): NewLimit[] {
  return limitsIn(asked.length > 0 ? asked : settings()[setting])
}

/** Limits as they stand, as the contract says them. */
export function limitViews(states: readonly LimitState[]): LimitView[] {
  return states.map(({ limit, used, held, resetsAt }) => {
    const { metric, window, mode, action, max } = limit
    const facts = { window, mode, action, resets_at: isoOrNull(resetsAt) }
    if (metric === 'cost') {
      return { metric, max: formatUsd(max), used: formatUsd(used), held: formatUsd(held), ...facts }
    }
    return { metric, max: Number(max), used: Number(used), held: Number(held), ...facts }
  })
}

/** Limits as an audit row tells them. */
export function limitFacts(states: readonly LimitState[]) {
  return limitViews(states).map(({ metric, window, max, mode, action }) => ({ metric, window, max, mode, action }))
}

/** Limits in few words, as activity rows tell them: `cost.month=500 requests.minute=60`. */
export function limitWords(limits: readonly Pick<LimitInput, 'metric' | 'window' | 'max'>[]): string {
  return limits.map(({ metric, window, max }) => `${metric}.${window}=${max}`).join(' ')
}

/** Whether a limit that nothing may pass would be gone, or could be passed. */
export function softens(before: readonly LimitState[], after: readonly NewLimit[] | undefined): boolean {
  if (!after) return false
  const strict = (limit: Pick<Limit, 'mode' | 'action'>) => limit.mode === 'hard' && limit.action === 'refuse'
  return before.some(
    ({ limit }) =>
      strict(limit) && !after.some((one) => one.metric === limit.metric && one.window === limit.window && strict(one)),
  )
}
