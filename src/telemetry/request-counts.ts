import { type Histogram, observe } from '../core/histogram.ts'
import type { Nanos } from '../core/money.ts'
import type { AttemptRecord, RequestEnd, RequestRecord, RequestStatus } from '../core/records.ts'
import type { Usage } from '../core/usage.ts'

/** What is counted of a usage, and what metrics call it. */
export const TOKEN_KINDS = [
  ['input', 'input'],
  ['cacheRead', 'cache_read'],
  ['cacheWrite5m', 'cache_write_5m'],
  ['cacheWrite1h', 'cache_write_1h'],
  ['output', 'output'],
  ['reasoning', 'reasoning'],
  ['audioIn', 'audio_in'],
  ['audioOut', 'audio_out'],
  ['imageIn', 'image_in'],
  ['imageOut', 'image_out'],
] as const satisfies readonly (readonly [keyof Usage, string])[]
type TokenKind = (typeof TOKEN_KINDS)[number][0]

/** Durations in milliseconds: how many, what they add up to, and how they are spread. */
export type Durations = { count: number; sumMs: number; spread: Histogram }

/** What the requests of one protocol, model and provider came to; the last two are null where there was none. */
export type WayCounts = {
  protocol: string
  model: string | null
  providerId: string | null
  ended: Map<RequestStatus, Map<RequestEnd, number>>
  tokens: Record<TokenKind, number>
  chargedNanos: Nanos
  firstToken: Durations
  total: Durations
}

/** What asking a provider came to: how often by outcome (`answered`, or the class of the failure), and what it cost. */
export type AskedCounts = { providerId: string; outcomes: Map<string, number>; costNanos: Nanos }

/** Counts requests since the start, for metrics; what a request adds takes no memory once its like has been there. */
export class RequestCounts {
  readonly ways: WayCounts[] = []
  readonly asked = new Map<string, AskedCounts>()
  readonly #byProtocol = new Map<string, Map<string | null, Map<string | null, WayCounts>>>()

  /** A request has ended, and is counted. */
  readonly ended = (record: RequestRecord): void => {
    const way = this.#wayOf(record)
    const ends = way.ended.getOrInsertComputed(record.status, () => new Map())
    ends.set(record.end, (ends.get(record.end) ?? 0) + 1)
    for (const [kind] of TOKEN_KINDS) way.tokens[kind] += record.usage[kind]
    way.chargedNanos += record.costNanos
    // Who was refused was not served at all, and would make it look quick.
    if (record.status !== 'refused') add(way.total, record.totalMs)
    if (record.firstTokenMs !== null) add(way.firstToken, record.firstTokenMs)
    for (const attempt of record.attempts) if (attempt.decision === 'chosen') this.#ask(attempt)
  }

  #ask({ providerId, errorClass, upstreamCostNanos }: AttemptRecord): void {
    const asked = this.asked.getOrInsertComputed(providerId, () => ({ providerId, outcomes: new Map(), costNanos: 0n }))
    const outcome = errorClass ?? 'answered'
    asked.outcomes.set(outcome, (asked.outcomes.get(outcome) ?? 0) + 1)
    asked.costNanos += upstreamCostNanos
  }

  #wayOf({ protocolIn, model, providerId }: RequestRecord): WayCounts {
    const byModel = this.#byProtocol.getOrInsertComputed(protocolIn, () => new Map())
    const byProvider = byModel.getOrInsertComputed(model, () => new Map())
    return byProvider.getOrInsertComputed(providerId, () => {
      const way = newWay({ protocol: protocolIn, model, providerId })
      this.ways.push(way)
      return way
    })
  }
}

function newWay(named: Pick<WayCounts, 'protocol' | 'model' | 'providerId'>): WayCounts {
  const tokens = Object.fromEntries(TOKEN_KINDS.map(([kind]) => [kind, 0])) as Record<TokenKind, number>
  return { ...named, ended: new Map(), tokens, chargedNanos: 0n, firstToken: noDurations(), total: noDurations() }
}

const noDurations = (): Durations => ({ count: 0, sumMs: 0, spread: new Map() })

function add(durations: Durations, ms: number): void {
  durations.count += 1
  durations.sumMs += ms
  observe(durations.spread, ms)
}
