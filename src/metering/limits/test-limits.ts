import type { ModelEntry } from '../../core/directory.ts'
import type { Span } from '../../core/limit-window.ts'
import type { Account, Limit, LimitUse } from '../../core/limits.ts'
import { ONE_MICROS } from '../../core/money.ts'
import type { RequestRecord } from '../../core/records.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import { RECORD } from '../journal/test-journal.ts'
import type { Size } from './estimate.ts'
import type { Payer } from './hold.ts'
import { type Asking, createLimits } from './limits.ts'

/** A model whose tokens cost a nano-dollar each, in and out. */
export const MODEL: ModelEntry = {
  id: 'm1',
  aliases: [],
  displayName: 'm1',
  vendor: 'v',
  context: null,
  maxOutput: null,
  createdAt: 0,
  price: { version: 'v1', rates: { input: 1_000_000n, output: 1_000_000n }, tiers: [] },
  strategy: null,
}

export const PAYER: Payer = { id: 'k1', userId: 'u1', groupId: 'g1', billing: 'unlimited' }

export function limitOf(over: Partial<Limit> = {}): Limit {
  return {
    id: 'l1',
    subject: 'user',
    subjectId: 'u1',
    metric: 'cost',
    window: 'day',
    max: 100n,
    mode: 'normal',
    action: 'refuse',
    ...over,
  }
}

/** A request of so many tokens in and, at most, out. */
export function askFor(input: number, maxTokens: number | null, over: Partial<Asking> = {}): Asking {
  const size: Size = { inputTokens: input, maxTokens, answers: 1, usage: null }
  return { payer: PAYER, model: MODEL, multiplierMicros: ONE_MICROS, size, ...over }
}

/** The row of a request that used so many tokens of a nano-dollar each. */
export function settledWith(tokens: number, over: Partial<RequestRecord> = {}): RequestRecord {
  return { ...RECORD, usage: tokensOut(tokens), costNanos: BigInt(tokens), upstreamCostNanos: BigInt(tokens), ...over }
}

export function tokensOut(output: number): Usage {
  return { ...NO_USAGE, output }
}

type Stage = { limits?: Limit[]; accounts?: Account[]; limitUse?: LimitUse[] }

/** Limits at a time and in a zone that the test moves, in Shanghai at first. */
export function testLimits(stage: Stage = {}) {
  const clock = { now: Date.parse('2026-11-20T10:00:30Z'), zone: 'Asia/Shanghai', monotonicMs: 0 }
  const warned: [id: string, ratio: number][] = []
  const warnedOf: Span[] = []
  const limits = createLimits({
    clock: { now: () => clock.now, monotonicMs: () => clock.monotonicMs },
    zone: () => clock.zone,
    onThreshold: ({ id }, ratio, span) => {
      warned.push([id, ratio])
      warnedOf.push(span)
    },
  })
  const put = ({ limits: list = [], accounts = [], limitUse = [] }: Stage) => ({ limits: list, accounts, limitUse })
  limits.replace(put(stage))
  return {
    limits,
    clock,
    warned,
    /** The window of each warning. */
    warnedOf,
    replace: (to: Stage) => limits.replace(put(to)),
    reseed: (to: Stage) => limits.reseed(put(to)),
  }
}
