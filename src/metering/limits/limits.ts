import type { BrokenBook } from '../../core/books.ts'
import { Crowd } from '../../core/crowd.ts'
import type { DirectoryData, ModelEntry } from '../../core/directory.ts'
import type { Span } from '../../core/limit-window.ts'
import type { AccountState, IsCounted, Limit, LimitState, LimitSubject } from '../../core/limits.ts'
import type { GatewayError } from '../../core/errors.ts'
import type { Micros } from '../../core/money.ts'
import type { SkipReason } from '../../core/records.ts'
import type { Clock } from '../../core/time.ts'
import { type Budget, openBudget, usedOf } from './budget.ts'
import { budgetAt, type Counter, paces } from './counter.ts'
import { checkHolds } from './check-holds.ts'
import { type Counters, createCounters } from './counters.ts'
import { type Estimate, estimate, type Size } from './estimate.ts'
import { type Hold, type HoldLimits, type HoldOptions, OpenHold, type Payer } from './hold.ts'
import { type Pace, paceOf } from './pace.ts'
import { createParkedHolds, type ParkedHolds } from './parked.ts'
import { balancePart, isPaced, mayTake, type Part, partOf } from './part.ts'
import { refusalOf } from './refusal.ts'
import { createUsualOutputs } from './usual-outputs.ts'

/** What limits are made of, out of everything the relay decides by. */
export type LimitData = Pick<DirectoryData, 'limits' | 'accounts' | 'limitUse'>

/** A request that asks to be let in. */
export type Asking = {
  payer: Payer
  model: ModelEntry | null
  multiplierMicros: Micros
  size: Size
  /** Its upstream has begun it unasked: it is to be paid for, and is let in whatever stands against it (`Hold.against`). */
  isBegun?: boolean
}

/** Who may still spend: every limit and balance, with what was used and what requests under way and batches hold, in memory. */
export type Limits = {
  /** Takes over limits and balances; what was counted here is kept, and only what is new begins with the database's figures. */
  replace(data: LimitData): void
  /** Whether `replace` would keep what a limit has counted here, and so needs no figures of the database for it. */
  isCounted: IsCounted
  /** Begins again with the database's figures, to which what was counted since the start is added. */
  reseed(data: LimitData): void
  /** Takes a part of every budget that applies to a request, or of none and throws why; of all for one that is begun. */
  admit(asking: Asking): Hold
  /**
   * The same for a call that has neither model nor tokens nor cost: it counts as a request, once it is over. One that only `looks`
   * at what is under way is asked over and over for hours, and counts for what paces requests alone.
   */
  admitCall(payer: Payer, call?: { looks: boolean }): Disposable
  /** What stands against one more request of a payer, whatever it is; null: nothing but, maybe, what it costs. Takes nothing. */
  refusesCall(payer: Payer): GatewayError | null
  /** Why a candidate is not to be asked now; null when it may be. */
  admitsTarget(providerId: string, credentialId: string): TargetLimit | null
  /** Whether a limit of a payer holds the worst case of what a request costs, or of its tokens. */
  holdsWorst(payer: Payer): boolean
  /** How fast a caller may go, where that is limited. */
  paceOf(payer: Payer): Pace
  /** How long recent answers of a model are on average, in tokens, those of batches included. */
  averageOutput(modelId: string): number
  /** What is set aside for batches that are not charged yet. */
  readonly parked: Pick<ParkedHolds, 'park' | 'release' | 'keepOnly'>
  stateOf(subject: LimitSubject, subjectId: string): LimitState[]
  /** Null: the user has no account. */
  accountOf(userId: string): AccountState | null
  /** The first thing that does not add up in what is held; null when all does. */
  check(): BrokenBook | null
}

/** What the limits of a provider or credential have against asking it, and until when: epoch milliseconds, of what never ends Infinity; null: nobody knows. */
export type TargetLimit = { reason: SkipReason & ('concurrency' | 'rate'); until: number | null }

/** The clock, the zone, and an ear for thresholds. */
export type LimitsOptions = {
  clock: Clock
  /** The operator's time zone: days begin there. */
  zone: () => string
  /** A limit has come to this share of its maximum in a window: 0.5, 0.8, 1; of those by the minute 1 alone, and only where they refuse nobody. */
  onThreshold: (limit: Limit, ratio: number, span: Span) => void
}

/** Limits without any data: everything is let through. */
export function createLimits(options: LimitsOptions): Limits {
  const at = () => ({ now: options.clock.now(), zone: options.zone() })
  const { monotonicMs } = options.clock
  const counters = createCounters(at)
  const accounts = new Map<string, Budget>()
  const parked = createParkedHolds({
    monotonicMs,
    account: (userId) => accounts.get(userId),
    counters: ({ payer, providerId, credentialId }) =>
      together(countersOf({ counters }, payer), targetCounters({ counters }, providerId, credentialId)),
  })
  const book: Book = {
    at,
    monotonicMs,
    counters,
    accounts,
    parked,
    open: new Crowd(),
    usual: createUsualOutputs(),
    onThreshold: options.onThreshold,
    holds: {
      partsOfTarget: ({ provider, credential }, expected) => {
        const counters = targetCounters(book, provider.id, credential.id)
        return counters.length === 0 ? NONE : partsOf(counters, expected, at())
      },
      counted: (part, amount) => warn(book, part, amount),
      ended(record, { ofText }) {
        if (!record?.model || record.end !== 'complete' || record.usageSource !== 'upstream') return
        const { model, usage, serviceTier } = record
        if (ofText) book.usual.observe(model, usage.output + usage.audioOut)
        else if (serviceTier === 'batch') book.usual.observeBatch(model, usage.output, usage.requests)
      },
    },
  }
  return {
    replace: (data) => replace(book, data),
    isCounted: (limit, zone) => book.counters.has(limit, zone),
    reseed(data) {
      replace(book, data)
      book.counters.reseed(data.limitUse)
      for (const { userId, spent } of data.accounts) {
        const account = book.accounts.get(userId)
        if (account) account.seeded = spent
      }
    },
    admit: (asking) => admit(book, asking),
    admitCall: (payer, { looks } = { looks: false }) => admitCall(book, payer, looks),
    refusesCall: (payer) => refusalFor(partsOfCall(book, payer), at()),
    admitsTarget(providerId, credentialId) {
      const full = partsOf(targetCounters(book, providerId, credentialId), NEXT, at()).filter((part) => !mayTake(part))
      return full.length === 0 ? null : targetLimitOf(full)
    },
    holdsWorst: (payer) =>
      countersOf(book, payer).some(
        ({ limit: { mode, metric } }) => mode === 'hard' && (metric === 'cost' || metric === 'tokens'),
      ),
    paceOf: (payer) => paceOf(countersOf(book, payer), at()),
    averageOutput: (modelId) => book.usual.average(modelId),
    parked,
    stateOf: (subject, subjectId) => book.counters.of(subject, subjectId).map((counter) => stateOf(book, counter)),
    check: () => checkHolds(book, book.monotonicMs()),
    accountOf(userId) {
      const account = book.accounts.get(userId)
      return account ? { credit: account.max, spent: usedOf(account), held: account.held } : null
    },
  }
}

type Book = {
  at: () => { now: number; zone: string }
  monotonicMs: Clock['monotonicMs']
  counters: Counters
  accounts: Map<string, Budget>
  parked: ParkedHolds
  open: Crowd<OpenHold>
  usual: ReturnType<typeof createUsualOutputs>
  onThreshold: LimitsOptions['onThreshold']
  holds: HoldLimits
}

/** A call is a request of no size. */
const NOTHING = { cost: 0n, tokens: 0n, requests: 0n, concurrency: 0n }
const ONE = { ...NOTHING, requests: 1n, concurrency: 1n }
const CALL: Estimate = { normal: ONE, hard: () => ONE, step: NOTHING, ofText: false }

/** Mostly nothing limits who is asked. */
const NONE: readonly Part[] = []

/** A candidate is asked while anything is left: what the request will need of it nobody knows yet. */
const ANY = { cost: 1n, tokens: 1n, requests: 1n, concurrency: 1n }
const NEXT: Estimate = { normal: ANY, hard: () => ANY, step: ANY, ofText: true }

function replace(book: Book, data: LimitData): void {
  const accountsBefore = book.accounts.size
  for (const { userId, credit, spent } of data.accounts) {
    const known = book.accounts.get(userId)
    if (known) known.max = credit
    else book.accounts.set(userId, openBudget(credit, spent))
  }
  const fresh = new Set(book.counters.replace(data.limits, data.limitUse))
  if (fresh.size > 0 || book.accounts.size > accountsBefore) book.parked.layAgain()
  if (fresh.size === 0) return
  for (const hold of book.open) {
    const freshOf = (counters: readonly Counter[]) =>
      partsOf(
        counters.filter((one) => fresh.has(one)),
        hold.estimate,
        book.at(),
      )
    hold.adopt(freshOf(countersOf(book, hold.payer)), ({ provider, credential }) =>
      freshOf(targetCounters(book, provider.id, credential.id)),
    )
  }
}

function admit(book: Book, { payer, model, multiplierMicros, size, isBegun = false }: Asking): Hold {
  const usualTokens = book.usual.usual(model?.id ?? '')
  const at = book.at()
  const expected = estimate(size, model, { multiplierMicros, usualTokens, now: at.now })
  const account = book.accounts.get(payer.userId) ?? openBudget(0n)
  const parts = [
    balancePart(account, expected, payer.billing === 'prepaid'),
    ...partsOf(countersOf(book, payer), expected, at),
  ]
  const refusal = refusalFor(parts, at, size.over)
  if (refusal && !isBegun) throw refusal
  return opened(book, { payer, estimate: expected, parts, against: refusal })
}

function admitCall(book: Book, payer: Payer, looks: boolean): Disposable {
  const parts = partsOfCall(book, payer, looks)
  const refusal = refusalFor(parts, book.at())
  if (refusal) throw refusal
  const hold = opened(book, { payer, estimate: CALL, parts, against: null })
  return { [Symbol.dispose]: () => hold.over() }
}

function partsOfCall(book: Book, payer: Payer, looks = false): Part[] {
  const counts = ({ limit }: Counter) => paces(limit) || (limit.metric === 'requests' && !looks)
  return partsOf(countersOf(book, payer).filter(counts), CALL, book.at())
}

/** What stands against taking these; nothing that paces requests does against what is over already. */
function refusalFor(parts: readonly Part[], at: { now: number; zone: string }, over = false): GatewayError | null {
  if (parts.every(mayTake)) return null
  const full = parts.filter((part) => !mayTake(part) && !(over && isPaced(part)))
  return full.length > 0 ? refusalOf(full, at) : null
}

/** A place at once is free whenever somebody ends; of windows all have to be over. */
function targetLimitOf(full: readonly Part[]): TargetLimit {
  if (full.some(({ metric }) => metric === 'concurrency')) return { reason: 'concurrency', until: null }
  return { reason: 'rate', until: Math.max(...full.map(({ counter }) => counter?.span.end ?? Infinity)) }
}

function opened(book: Book, own: Omit<HoldOptions, 'sinceMs' | 'limits'>): OpenHold {
  const hold = new OpenHold({ ...own, sinceMs: book.monotonicMs(), limits: book.holds })
  hold.place = book.open.add(hold)
  return hold
}

/** Every limit that applies to a payer. */
function countersOf({ counters }: Pick<Book, 'counters'>, { id, userId, groupId }: Payer): readonly Counter[] {
  return together(together(counters.of('user', userId), counters.of('key', id)), counters.of('group', groupId))
}

function targetCounters(
  { counters }: Pick<Book, 'counters'>,
  providerId: string,
  credentialId: string,
): readonly Counter[] {
  return together(counters.of('provider', providerId), counters.of('credential', credentialId))
}

/** Two lists as one; mostly one of them has nothing, and then no list is made. */
function together(some: readonly Counter[], more: readonly Counter[]): readonly Counter[] {
  if (more.length === 0) return some
  return some.length === 0 ? more : [...some, ...more]
}

/** What a request would hold of the present windows. */
function partsOf(counters: readonly Counter[], expected: Estimate, at: { now: number; zone: string }): Part[] {
  return counters.map((counter) => partOf(counter, budgetAt(counter, at), expected))
}

function stateOf(book: Book, counter: Counter): LimitState {
  const budget = budgetAt(counter, book.at())
  return { limit: counter.limit, used: usedOf(budget), held: budget.held, resetsAt: counter.span.end }
}

const THRESHOLDS_PERCENT = [50n, 80n, 100n]

/**
 * What is told of a limit: of one that paces requests nothing, as it comes to its maximum every minute and its callers are told; of
 * one that refuses nobody that it was passed, or nobody would know.
 */
function thresholdsOf(limit: Limit): readonly bigint[] {
  if (!paces(limit)) return THRESHOLDS_PERCENT
  return limit.action === 'warn' ? [100n] : []
}

/** Tells each threshold once a window, when what was used crosses it before the window is over. */
function warn({ at, onThreshold }: Book, { counter, budget }: Part, amount: bigint): void {
  if (!counter || budget !== counter.budget) return
  const used = usedOf(budget)
  const percents = used * 100n
  for (const percent of thresholdsOf(counter.limit)) {
    const line = budget.max * percent
    // They rise, and mostly not even the first is reached.
    if (percents < line) return
    if ((used - amount) * 100n >= line) continue
    const { limit, span } = counter
    // The next window is opened by whoever asks for it, and an answer may end before.
    if (span.end === null || at().now < span.end) onThreshold(limit, Number(percent) / 100, span)
  }
}
