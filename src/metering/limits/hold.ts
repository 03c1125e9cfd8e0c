import type { TargetEntry } from '../../core/directory.ts'
import { GatewayError } from '../../core/errors.ts'
import type { AttemptRecord, RequestRecord } from '../../core/records.ts'
import type { Usage } from '../../core/usage.ts'
import { usedOf } from './budget.ts'
import { type Amounts, type Estimate, tokensOf } from './estimate.ts'
import { covers, type Part, settle, take } from './part.ts'

/** Who pays for a request: what limits of users, keys and groups apply by. */
export type Payer = { id: string; userId: string; groupId: string | null; billing: 'prepaid' | 'unlimited' }

/** What an admitted request holds of every budget that applies to it, until it is settled. */
export type Hold = {
  /** The money set aside, in nano-dollars. */
  readonly costNanos: bigint
  /** A limit of it is hard: nothing may go out that is not covered. */
  readonly strict: boolean
  /** How many pieces of an answer may come between two calls of `covers`; Infinity where nothing needs to be covered. */
  readonly stridePieces: number
  /** Takes part in the limits of a candidate that is asked now. */
  asking(target: TargetEntry): void
  /** A candidate that was asked is not who answers; what it cost nevertheless counts. */
  lost(target: TargetEntry, attempt: Lost): void
  /** Extends what is held to cover what is used so far; null, or why the answer must end here. */
  covers(usage: Usage, costNanos: bigint): GatewayError | null
  /** Gives everything back and counts what the request used, null: nothing. Only the first call does anything. */
  settle(record: RequestRecord | null): void
}

/** What is left of an attempt that was no use. */
export type Lost = Pick<AttemptRecord, 'usage' | 'upstreamCostNanos'>

/** A hold as the limits see it: they add parts to it when limits are made while the request runs. */
export type OpenHold = Hold & {
  payer: Payer
  estimate: Estimate
  /** Epoch milliseconds of when it was opened. */
  since: number
  /** Everything it holds now. */
  parts(): readonly Part[]
  adopt(part: Part): void
}

export type HoldOptions = {
  payer: Payer
  estimate: Estimate
  since: number
  parts: readonly Part[]
  partsOfTarget: (target: TargetEntry, estimate: Estimate) => readonly Part[]
  /** Told what a budget had counted before this request. */
  onCount: (part: Part, before: bigint) => void
  onEnd: (record: RequestRecord | null) => void
}

const NOTHING: Amounts = { cost: 0n, tokens: 0n, requests: 0n, concurrency: 0n }
const FAILED: Amounts = { ...NOTHING, requests: 1n }
/** A step is watched in sixteenths. */
const STRIDES = 16n

/** Takes every part; whoever calls has seen that they fit. */
export function openHold({ payer, estimate, since, parts, ...options }: HoldOptions): OpenHold {
  const own: Part[] = []
  const asked = new Map<TargetEntry, readonly Part[]>()
  let lostNanos = 0n
  let open = true
  const adopt = (part: Part) => {
    take(part)
    own.push(part)
  }
  const count = (part: Part, used: Amounts) => {
    const before = usedOf(part.budget)
    settle(part, used)
    options.onCount(part, before)
  }
  for (const part of parts) adopt(part)
  return {
    payer,
    estimate,
    since,
    parts: () => [...own, ...[...asked.values()].flat()],
    adopt,
    get costNanos() {
      return own.reduce((most, { metric, amount }) => (metric === 'cost' && amount > most ? amount : most), 0n)
    },
    get strict() {
      return own.some(isStrict)
    },
    get stridePieces() {
      if (own.some(isStrict)) return 1
      return own.some(({ step }) => step > 0n) ? Math.max(1, Number(estimate.step.tokens / STRIDES)) : Infinity
    },
    asking(target) {
      const taken = options.partsOfTarget(target, estimate)
      for (const part of taken) take(part)
      asked.set(target, taken)
    },
    lost(target, { usage, upstreamCostNanos }) {
      const used = { ...FAILED, cost: upstreamCostNanos, tokens: tokensOf(usage) }
      for (const part of asked.get(target) ?? []) count(part, used)
      asked.delete(target)
      lostNanos += upstreamCostNanos
    },
    covers(usage, costNanos) {
      const used = { ...FAILED, cost: costNanos, tokens: tokensOf(usage), concurrency: 1n }
      // Every part has its turn: one that falls short must not keep another from growing.
      const short = own.filter((part) => !covers(part, used))
      return short.length > 0 ? new GatewayError('limit_reached_midway') : null
    },
    settle(record) {
      if (!open) return
      open = false
      for (const part of own) count(part, record ? usedBy(record, record.costNanos) : NOTHING)
      for (const part of [...asked.values()].flat())
        count(part, record ? usedBy(record, record.upstreamCostNanos - lostNanos) : NOTHING)
      options.onEnd(record)
    },
  }
}

function isStrict({ mode, metric }: Part): boolean {
  return mode === 'hard' && (metric === 'cost' || metric === 'tokens')
}

/** What a settled request counts; one that was refused is none. */
function usedBy({ status, usage }: RequestRecord, costNanos: bigint): Amounts {
  return { cost: costNanos, tokens: tokensOf(usage), requests: status === 'refused' ? 0n : 1n, concurrency: 0n }
}
