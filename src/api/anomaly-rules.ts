import { type Anomaly, ANOMALY_BOUNDS, type AnomalyMetric } from '../contract/anomalies.ts'
import { formatUsd } from '../core/money.ts'
import type { SpanSums, SubjectKind } from '../store/usage-days.ts'

/** Shares and dollars alike as whole billionths, so that nothing is rounded before it is compared. */
type Value = bigint
const ONE: Value = 1_000_000_000n

type Judged = Pick<Anomaly, 'factor' | 'severity'>

type Rule = {
  /** Whose figures are looked at: one set of kinds each. */
  of: readonly (readonly SubjectKind[])[]
  /** The figure of one span; null where there is too little to say. */
  read: (sums: SpanSums) => Value | null
  /** Whether a figure is unlike the usual one. */
  judge: (value: Value, usual: Value) => Judged | null
}

const percents = (share: number): Value => (BigInt(share) * ONE) / 100n

const TIMES = BigInt(ANOMALY_BOUNDS.times)
const LEAST_CHARGED: Value = BigInt(ANOMALY_BOUNDS.charged) * ONE
const LEAST_SHARE = percents(ANOMALY_BOUNDS.share)
const [CRITICAL_SHARE, CRITICAL_COST] = [BigInt(ANOMALY_BOUNDS.criticalShare), BigInt(ANOMALY_BOUNDS.criticalCost)]
const LEAST_CACHE = percents(ANOMALY_BOUNDS.cache)

/** What is compared, whose it is, and when it is worth a word. */
export const RULES: Readonly<Record<AnomalyMetric, Rule>> = {
  failed: {
    of: [[], ['provider', 'model'], ['key']],
    read: ({ failed, requests }) => shareOfRequests(failed, requests),
    judge: rises({ least: LEAST_SHARE, floor: ONE / 200n, critical: CRITICAL_SHARE }),
  },
  switched: {
    of: [[], ['provider']],
    read: ({ switched, requests }) => shareOfRequests(switched, requests),
    judge: rises({ least: LEAST_SHARE, floor: ONE / 200n, critical: CRITICAL_SHARE }),
  },
  cost: {
    of: [[], ['user'], ['key']],
    read: ({ cost_nanos }) => cost_nanos,
    judge: rises({ least: LEAST_CHARGED, floor: ONE / 10n, critical: CRITICAL_COST }),
  },
  margin: {
    of: [[], ['provider'], ['user', 'model']],
    read: ({ cost_nanos: cost, upstream_cost_nanos: upstream }) =>
      cost < LEAST_CHARGED ? null : ((cost - upstream) * ONE) / cost,
    judge: (value, usual) => {
      if (usual <= 0n || value * TIMES > usual) return null
      return value < 0n ? { factor: null, severity: 'critical' } : { factor: times(value, usual), severity: 'warning' }
    },
  },
  cache: {
    of: [['user', 'model']],
    read: ({ input, cache_read, cache_write }) => {
      const all = input + cache_read + cache_write
      return all < ANOMALY_BOUNDS.tokens ? null : (BigInt(cache_read) * ONE) / BigInt(all)
    },
    judge: (value, usual) =>
      usual < LEAST_CACHE || value * TIMES > usual ? null : { factor: times(value, usual), severity: 'warning' },
  },
}

function shareOfRequests(part: number, requests: number): Value | null {
  return requests < ANOMALY_BOUNDS.requests ? null : (BigInt(part) * ONE) / BigInt(requests)
}

/** At least so much, and so many times the usual; what is usually next to nothing counts as the floor. */
function rises({ least, floor, critical }: { least: Value; floor: Value; critical: bigint }): Rule['judge'] {
  return (value, usual) => {
    const base = usual > floor ? usual : floor
    if (value < least || value < base * TIMES) return null
    return { factor: times(value, base), severity: value >= base * critical ? 'critical' : 'warning' }
  }
}

function times(value: Value, usual: Value): number {
  return Number((value * 100n) / usual) / 100
}

/** The figure of the last span beside the median of those before; undefined when there is too little to compare. */
export function compare(
  metric: AnomalyMetric,
  sums: readonly (SpanSums | null)[],
): { value: string; usual: string; judged: Judged | null } | undefined {
  const { read, judge } = RULES[metric]
  const today = sums.at(-1)
  const value = today ? read(today) : null
  const before = sums.slice(0, -1).flatMap((one) => {
    const figure = one && read(one)
    return figure === null ? [] : [figure]
  })
  if (value === null || before.length < ANOMALY_BOUNDS.days) return undefined
  const usual = median(before)
  return { value: formatUsd(value), usual: formatUsd(usual), judged: judge(value, usual) }
}

function median(values: readonly Value[]): Value {
  const sorted = values.toSorted((a, b) => Number(a > b) - Number(a < b))
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0n
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2n
}
