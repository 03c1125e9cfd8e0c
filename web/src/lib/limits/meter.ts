import type { LimitView } from '../../../../src/contract/limits.ts'
import { isUsedUp } from '../../../../src/core/limits.ts'
import { parseUsd } from '../../../../src/core/money.ts'

/** How full a limit is: a share of 1, and the colour it is drawn in. */
type Meter = { share: number; tone: '' | 'warn' | 'err' }

const WARN_SHARE = 0.8

/** How full a limit is. */
export function meterOf(limit: LimitView): Meter {
  const { used, max } = piecesOf(limit)
  const share = max === 0n ? 1 : Number((used * 1000n) / max) / 1000
  return { share: Math.min(1, share), tone: share >= 1 ? 'err' : share >= WARN_SHARE ? 'warn' : '' }
}

/** Whether requests are refused because one of these limits is used up. */
export const someUsedUp = (limits: readonly LimitView[]): boolean =>
  limits.some((limit) => isUsedUp({ ...limit, max: piecesOf(limit).max }, piecesOf(limit).used))

/** The limit that ends first: of those on cost where there are any, else of the others; null without limits. */
export function foremost(limits: readonly LimitView[]): LimitView | null {
  const onCost = limits.filter(({ metric }) => metric === 'cost')
  const [first] = (onCost.length > 0 ? onCost : limits).toSorted((a, b) => meterOf(b).share - meterOf(a).share)
  return first ?? null
}

function piecesOf(limit: LimitView): { used: bigint; max: bigint } {
  if (limit.metric === 'cost') return { used: parseUsd(limit.used) ?? 0n, max: parseUsd(limit.max) ?? 0n }
  return { used: BigInt(limit.used), max: BigInt(limit.max) }
}
