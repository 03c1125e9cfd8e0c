import type { TargetEntry } from '../../core/directory.ts'
import { GatewayError } from '../../core/errors.ts'
import type { AttemptRecord, RequestRecord } from '../../core/records.ts'
import type { Usage } from '../../core/usage.ts'
import { type Amounts, type Estimate, tokensOf } from './estimate.ts'
import { covers, isPaced, type Part, settle, take } from './part.ts'

/** Who pays for a request: what limits of users, keys and groups apply by. */
export type Payer = { id: string; userId: string; groupId: string | null; billing: 'prepaid' | 'unlimited' }

/** What an admitted request holds of every budget that applies to it, until it is settled. */
export type Hold = {
  /** The money set aside, in nano-dollars. */
  readonly costNanos: bigint
  /** What it was expected to use when it was admitted. */
  readonly estimate: Estimate
  /** What stood against it when it was let in all the same; null: nothing. */
  readonly against: GatewayError | null
  /** A limit of it is hard: nothing may go out that is not covered. */
  readonly strict: boolean
  /** How many tokens of an answer may come between two calls of `covers`; Infinity where nothing needs to be covered. */
  readonly strideTokens: number
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
type Lost = Pick<AttemptRecord, 'usage' | 'upstreamCostNanos'>

/** What a hold is opened with; `against` is what stood against it, `sinceMs` by the monotonic clock. */
export type HoldOptions = {
  payer: Payer
  estimate: Estimate
  sinceMs: number
  parts: readonly Part[]
  against: GatewayError | null
  limits: HoldLimits
}

/** What holds need of the limits, which is the same for all of them. */
export type HoldLimits = {
  partsOfTarget: (target: TargetEntry, estimate: Estimate) => readonly Part[]
  /** Told what a budget has just counted. */
  counted: (part: Part, amount: bigint) => void
  ended: (record: RequestRecord | null, hold: { estimate: Estimate; payer: Payer }) => void
}

const NOTHING: Amounts = { cost: 0n, tokens: 0n, requests: 0n, concurrency: 0n }
/** A request that came to nothing. */
const FAILED: Amounts = { ...NOTHING, requests: 1n }
/** A step is watched in sixteenths. */
const STRIDES = 16n

/** A hold as the limits see it: they add parts to it when limits are made while the request runs. */
export class OpenHold implements Hold {
  readonly #options: HoldOptions
  #own: readonly Part[] = []
  /** What is held of the limits of each candidate that is asked. */
  #asked: readonly { target: TargetEntry; parts: readonly Part[] }[] = []
  #lostNanos = 0n
  // Both are asked for with each piece of an answer.
  #strict = false
  #strideTokens = Infinity
  #open = true
  /** Among those that are open, until it is settled. */
  place: Disposable | null = null

  /** Takes every part; whoever calls has seen that they fit. */
  constructor(options: HoldOptions) {
    this.#options = options
    for (const part of options.parts) take(part)
    this.#own = options.parts
    this.#setStride()
  }

  get payer(): Payer {
    return this.#options.payer
  }

  get estimate(): Estimate {
    return this.#options.estimate
  }

  get against(): GatewayError | null {
    return this.#options.against
  }

  /** When it was opened, by the monotonic clock. */
  get sinceMs(): number {
    return this.#options.sinceMs
  }

  get costNanos(): bigint {
    let most = 0n
    for (const { metric, amount } of this.#own) if (metric === 'cost' && amount > most) most = amount
    return most
  }

  get strict(): boolean {
    return this.#strict
  }

  get strideTokens(): number {
    return this.#strideTokens
  }

  /** Everything it holds now. */
  parts(): readonly Part[] {
    return [...this.#own, ...this.#asked.flatMap(({ parts }) => parts)]
  }

  /** Takes its parts of limits that are made while it runs: of who pays, and of each candidate that is asked. */
  adopt(own: readonly Part[], ofTarget: (target: TargetEntry) => readonly Part[]): void {
    for (const part of own) take(part)
    // A list of just the right length: one that grows keeps room for sixteen more, for thousands of requests under way.
    this.#own = [...this.#own, ...own]
    this.#asked = this.#asked.map(({ target, parts }) => ({
      target,
      parts: [...parts, ...this.#taken(target, ofTarget)],
    }))
    this.#setStride()
  }

  asking(target: TargetEntry): void {
    const parts = this.#taken(target, (asked) => this.#options.limits.partsOfTarget(asked, this.estimate))
    this.#asked = [...this.#asked, { target, parts }]
  }

  lost(lost: TargetEntry, { usage, upstreamCostNanos }: Lost): void {
    const used = { ...FAILED, cost: upstreamCostNanos, tokens: tokensOf(usage) }
    for (const { target, parts } of this.#asked) if (target === lost) for (const part of parts) this.#count(part, used)
    this.#asked = this.#asked.filter(({ target }) => target !== lost)
    this.#lostNanos += upstreamCostNanos
  }

  covers(usage: Usage, costNanos: bigint): GatewayError | null {
    const used = { ...FAILED, cost: costNanos, tokens: tokensOf(usage) }
    // Every part has its turn: one that falls short must not keep another from growing.
    const short = this.#own.filter((part) => !covers(part, used))
    return short.length > 0 ? new GatewayError('limit_reached_midway') : null
  }

  settle(record: RequestRecord | null): void {
    if (!this.#open) return
    const used = record ? usedBy(record, record.costNanos) : NOTHING
    this.#end(used, record ? record.upstreamCostNanos - this.#lostNanos : 0n)
    this.#options.limits.ended(record, this.#options)
  }

  /** The same for what has no row: it counts as a request that used nothing. */
  over(): void {
    if (this.#open) this.#end(FAILED, 0n)
  }

  #end(used: Amounts, upstreamCost: bigint): void {
    this.#open = false
    for (const part of this.#own) this.#count(part, used)
    for (const { parts } of this.#asked) {
      if (parts.length === 0) continue
      const theirs = { ...used, cost: upstreamCost }
      for (const part of parts) this.#count(part, theirs)
    }
    this.place?.[Symbol.dispose]()
  }

  #taken(target: TargetEntry, partsOf: (target: TargetEntry) => readonly Part[]): readonly Part[] {
    const parts = partsOf(target)
    for (const part of parts) take(part)
    return parts
  }

  #setStride(): void {
    this.#strict = this.#own.some(isStrict)
    this.#strideTokens = this.#strict ? 1 : strideOf(this.#own, this.estimate)
  }

  #count(part: Part, used: Amounts): void {
    settle(part, used)
    this.#options.limits.counted(part, used[part.metric])
  }
}

function strideOf(parts: readonly Part[], { step }: Estimate): number {
  return parts.some((part) => part.step > 0n) ? Math.max(1, Number(step.tokens / STRIDES)) : Infinity
}

function isStrict(part: Part): boolean {
  const { mode, metric } = part
  return mode === 'hard' && (metric === 'cost' || metric === 'tokens') && !isPaced(part)
}

/** What a settled request counts; one that was refused is none. */
export function usedBy({ status, usage }: RequestRecord, costNanos: bigint): Amounts {
  return { cost: costNanos, tokens: tokensOf(usage), requests: status === 'refused' ? 0n : 1n, concurrency: 0n }
}
