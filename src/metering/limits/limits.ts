import type { BrokenBook } from '../../core/books.ts'
import { Crowd } from '../../core/crowd.ts'
import type { DirectoryData, ModelEntry } from '../../core/directory.ts'
import type { AccountState, IsCounted, LimitState, LimitSubject } from '../../core/limits.ts'
import type { GatewayError } from '../../core/errors.ts'
import type { Micros } from '../../core/money.ts'
import type { SkipReason } from '../../core/records.ts'
import type { Clock } from '../../core/time.ts'
import { type Budget, openBudget, usedOf } from './budget.ts'
import { budgetAt, type Counter, paces } from './counter.ts'
import { checkHolds } from './check-holds.ts'
import { type Counters, createCounters } from './counters.ts'
import { type Estimate, estimate, type Size } from './estimate.ts'
import { type Hold, type HoldLimits, type HoldOptions, OpenHold, type Payer, usedBy } from './hold.ts'
import { createLately, type Lately, type Reading } from './lately.ts'
import { type Pace, paceOf } from './pace.ts'
import { createParkedHolds, type ParkedHolds } from './parked.ts'
import { balancePart, isPaced, mayTake, type Part, partOf } from './part.ts'
import { refusalOf } from './refusal.ts'
import { type OnThreshold, warn } from './thresholds.ts'
import { createUsualOutputs } from './usual-outputs.ts'

/** What limits are made of, out of everything the relay decides by; `reading` is over once they are taken over, and absent where nothing was settled. */
export type LimitData = Pick<DirectoryData, 'limits' | 'accounts' | 'limitUse'> & { reading?: Reading }

/** A request that asks to be let in. */
export type Asking = {
  payer: Payer
  model: ModelEntry | null
  multiplierMicros: Micros
  size: Size
  /** When it came, by which its price is chosen; absent: now. */
  at?: number
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
  /** What was settled here, and may be missing in figures of the database. */
  readonly lately: Pick<Lately, 'reading' | 'stored'>
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
  onThreshold: OnThreshold
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
    lately: createLately(),
    onThreshold: options.onThreshold,
    holds: {
      partsOfTarget: ({ provider, credential }, expected) => {
        const counters = targetCounters(book, provider.id, credential.id)
        return counters.length === 0 ? NONE : partsOf(counters, expected, at())
      },
      counted: (part, amount) => warn(part, amount, book),
      ended(record, { estimate: { ofText }, payer }) {
        if (record) book.lately.add(record, payer, usedBy(record, record.costNanos))
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
    lately: book.lately,
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
  lately: Lately
  onThreshold: OnThreshold
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
  using reading = data.reading
  const accountsBefore = book.accounts.size
  for (const { userId, credit, spent } of data.accounts) {
    const known = book.accounts.get(userId)
    if (known) known.max = credit
    else book.accounts.set(userId, openBudget(credit, spent))
  }
  const fresh = new Set(book.counters.replace(data.limits, data.limitUse))
  if (fresh.size > 0 || book.accounts.size > accountsBefore) book.parked.layAgain()
  if (fresh.size === 0) return
  if (reading) countLately(book, fresh, { ...data, reading })
  const at = book.at()
  for (const hold of book.open) {
    const came = at.now - (book.monotonicMs() - hold.sinceMs)
    // It counts in the window it came in, as its row will.
    const freshOf = (counters: readonly Counter[]) =>
      partsOf(
        counters.filter((one) => fresh.has(one) && came >= one.span.start),
        hold.estimate,
        at,
      )
    hold.adopt(freshOf(countersOf(book, hold.payer)), ({ provider, credential }) =>
      freshOf(targetCounters(book, provider.id, credential.id)),
    )
  }
}

/** Of a window that has begun since the database was asked, it has counted nothing. */
function countLately(
  { lately }: Book,
  fresh: Iterable<Counter>,
  { limitUse, reading }: Required<Pick<LimitData, 'limitUse' | 'reading'>>,
): void {
  const asked = new Map(limitUse.map(({ limitId, windowStart }) => [limitId, windowStart]))
  for (const counter of fresh)
    lately.countIn(counter, asked.get(counter.limit.id) === counter.span.start ? reading : null)
}

function admit(book: Book, { payer, model, multiplierMicros, size, at: came, isBegun = false }: Asking): Hold {
  const usualTokens = book.usual.usual(model?.id ?? '')
  const at = book.at()
  const expected = estimate(size, model, { multiplierMicros, usualTokens, at: came ?? at.now })
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
