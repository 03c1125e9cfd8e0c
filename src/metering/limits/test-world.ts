import { expect, vi } from 'vitest'
import { windowAt } from '../../core/limit-window.ts'
import type { Limit } from '../../core/limits.ts'
import type { RequestRecord } from '../../core/records.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { ATTEMPT } from '../journal/test-journal.ts'
import { createLedger, type Ledger } from '../ledger.ts'
import type { Permit } from '../open-request.ts'
import type { Outcome } from '../record.ts'
import { AskedText } from '../tokenizer/asked-text.ts'
import type { Estimator } from '../tokenizer/estimator.ts'
import { type Size, tokensOf } from './estimate.ts'
import { createLimits, type LimitData, type Limits } from './limits.ts'
import { limitOf } from './test-limits.ts'
import { type Known, type KnownBatch, Reference } from './test-reference.ts'
import {
  type Answer,
  billOf,
  COMPLETE,
  knownOf,
  modelAt,
  nothingSeen,
  openingOf,
  parkingOf,
  TARGET,
  toldUsage,
} from './test-requests.ts'
import { createUsualOutputs } from './usual-outputs.ts'

const ZONE = 'America/New_York'
export const USERS = ['u1', 'u2'] as const
export const LIMITS: readonly Limit[] = [
  limitOf({ id: 'day', max: 900n }),
  limitOf({ id: 'hard', subject: 'key', subjectId: 'k1', window: 'total', max: 4000n, mode: 'hard' }),
  limitOf({ id: 'tokens', subject: 'group', subjectId: 'g1', metric: 'tokens', window: '5h', max: 900n }),
  limitOf({ id: 'rpm', subject: 'key', subjectId: 'k2', metric: 'requests', window: 'minute', max: 3n }),
  limitOf({ id: 'once', subjectId: 'u2', metric: 'concurrency', max: 4n }),
]

/** Those that pace requests, which is no matter of what is over. */
const PACING: ReadonlySet<string> = new Set(['rpm', 'once'])

export type Running = {
  known: Known
  permit: Permit
  seen: Answer
  cut: boolean
  /** Pieces that went out for certain: an answer under a hard limit ends before the ones that did not fit. */
  delivered: number
  /** Tokens when the journal was last told. */
  noted: number
}

/** A gateway's books: the real ledger and limits, over a journal and a database that are lists. */
export class World {
  readonly reference = new Reference(ZONE, LIMITS)
  readonly rows = new Map<string, RequestRecord>()
  readonly ended: { permit: Permit; record: RequestRecord }[] = []
  readonly seen = { admitted: 0, refused: 0, cut: 0, withheld: 0, made: 0, paid: 0 }
  running: Running[] = []
  price = 1n
  limits = openLimits()
  readonly #journal = new Map<string, { settled: boolean; record: RequestRecord }>()
  #ledger: Ledger
  #admitted = 0

  constructor() {
    this.#ledger = this.#openLedger()
    this.reload()
  }

  #openLedger(): Ledger {
    const note = (settled: boolean) => (record: RequestRecord) => void this.#journal.set(record.id, { settled, record })
    const book = {
      ready: true,
      admit: async (record: RequestRecord) => note(false)(record),
      meter: note(false),
      settle: async (record: RequestRecord) => note(true)(record),
    }
    const estimator: Estimator = async (asked, text) => ({ input: sizeOf(asked), output: text?.rough ?? 0 })
    return createLedger(book, estimator, this.limits)
  }

  /** What the database says. */
  #data(): LimitData {
    const rows = [...this.rows.values()]
    return {
      limits: LIMITS,
      accounts: USERS.map((userId) => ({
        userId,
        credit: this.reference.creditOf(userId),
        spent: sum(rows.filter((row) => row.userId === userId).map(({ costNanos }) => costNanos)),
      })),
      limitUse: LIMITS.map((limit) => {
        const { start, end } = windowAt(limit.window, Date.now(), ZONE)
        const counted = rows.filter((row) => counts(limit, row) && row.at >= start && row.at < (end ?? Infinity))
        return { limitId: limit.id, windowStart: start, used: sum(counted.map((row) => usedBy(limit, row))) }
      }),
    }
  }

  /** As the gateway reads it anew: without the figures of limits that are counted here. */
  reload(): void {
    const { limitUse, ...data } = this.#data()
    const counted = new Set(LIMITS.filter((limit) => this.limits.isCounted(limit, ZONE)).map(({ id }) => id))
    this.limits.replace({ ...data, limitUse: limitUse.filter(({ limitId }) => !counted.has(limitId)) })
  }

  /** Everything there is a row of, in the database or on its way there. */
  allRows(): RequestRecord[] {
    const waiting = this.#journal.values().filter(({ settled, record }) => settled && !this.rows.has(record.id))
    return [...this.rows.values(), ...waiting.map(({ record }) => record)]
  }

  async admit(who: 0 | 1, input: number, max: number): Promise<void> {
    this.#admitted += 1
    const known = knownOf({
      id: `r${this.#admitted}`,
      user: USERS[who],
      key: `k${who + 1}`,
      input,
      max,
      price: this.price,
    })
    const against = this.reference.against(known)
    const running = { known, seen: nothingSeen(), cut: false, delivered: 0, noted: 0 }
    const asked = this.#ask(known, () => (running.cut = true))
    this.seen[against.length > 0 ? 'refused' : 'admitted'] += 1
    if (against.length > 0) {
      await expect(asked, `refused by ${against.join(' and ')}`).rejects.toMatchObject({ status: 429 })
      return
    }
    const permit = await asked
    permit.resolved(modelAt(this.price))
    permit.tried(TARGET, ATTEMPT)
    permit.delivering(running.seen)
    this.reference.take(known)
    this.running.push(Object.assign(running, { permit }))
  }

  /** Makes a batch of so many tokens, and as many more that are expected, at half the price. */
  async make(who: 0 | 1, input: number, output: number): Promise<void> {
    this.#admitted += 1
    const halfOf = (tokens: number) => ({ cost: (BigInt(tokens) * this.price + 1n) / 2n, tokens: BigInt(tokens) })
    const batch = { ...halfOf(input + output), least: halfOf(input) }
    const told = { id: `m${this.#admitted}`, user: USERS[who], key: `k${who + 1}`, input: 0, max: 0, price: this.price }
    const known = { ...knownOf(told), batch }
    const against = this.reference.against(known)
    const estimate = { usage: toldUsage(input, output), least: toldUsage(input, 0) }
    const asked = this.#ask(known, () => undefined, estimate)
    if (against.length > 0) {
      await expect(asked, `refused by ${against.join(' and ')}`).rejects.toMatchObject({ status: 429 })
      return
    }
    const permit = await asked
    expect(permit.expectedNanos).toBe(batch.cost)
    this.reference.take(known)
    this.reference.parked.set(billOf(known), known)
    this.limits.parked.park(billOf(known), parkingOf(known))
    await permit.settle({ ...COMPLETE, delivered: { ...nothingSeen(), usage: NO_USAGE, terminal: true } })
    this.#close(known, null)
    this.seen.made += 1
  }

  /** Pays for a batch that used so many tokens; what it cost beyond what was held for it, null where a limit stands against it. */
  async pay(made: Known & { batch: KnownBatch }, tokens: number): Promise<bigint | null> {
    const { user, key } = made
    const known = knownOf({ id: billOf(made), user, key, input: tokens, max: 0, price: this.price })
    const nothing = { cost: 0n, tokens: 0n }
    const full = this.reference.against({ ...known, batch: { ...nothing, least: nothing } })
    const against = full.filter((name) => !PACING.has(name))
    const { admitted, asking } = openingOf(known)
    const charged = this.#ledger.charge({
      admitted,
      asking,
      trail: { model: asking.model, target: TARGET, attempts: [{ ...ATTEMPT }] },
      outcome: { ...COMPLETE, delivered: { ...nothingSeen(), usage: toldUsage(tokens, 0), terminal: true } },
    })
    if (against.length > 0) {
      await expect(charged, `refused by ${against.join(' and ')}`).rejects.toMatchObject({ status: 429 })
      return null
    }
    await charged
    this.reference.requests.push(known)
    this.#close(known, 0)
    this.reference.parked.delete(known.id)
    this.seen.paid += 1
    return known.cost - made.batch.cost
  }

  #park(): void {
    for (const [id, known] of this.reference.parked) this.limits.parked.park(id, parkingOf(known))
  }

  #ask(known: Known, cut: () => void, batch?: Pick<Size, 'usage' | 'least'>): Promise<Permit> {
    const { admitted, asking } = openingOf(known, batch)
    const text = new AskedText(new Uint8Array(known.input))
    return this.#ledger.admit(admitted, { asking, text, cut, elapsedMs: () => Date.now() - known.at })
  }

  extend(one: Running, pieces: number): void {
    if (one.cut) return
    one.seen.pieces += pieces
    one.seen.text.rough = one.seen.pieces
    const covered = this.reference.covers(one.known, one.seen.pieces)
    const goesOut = one.permit.progressed()
    expect(one.cut).toBe(!covered)
    if (one.cut) this.seen.cut += 1
    if (!goesOut) this.seen.withheld += 1
    if (goesOut) one.delivered = one.seen.pieces
  }

  /** Settles as the caller of the ledger would; `output` is what the row must say was used. */
  async settle(one: Running, outcome: Outcome, output: number | null): Promise<void> {
    this.running = this.running.filter((other) => other !== one)
    const record = await one.permit.settle(outcome)
    this.ended.push({ permit: one.permit, record })
    this.#close(one.known, output)
    expect(record.costNanos).toBe(one.known.cost)
    if (outcome.end === 'complete') this.reference.usual.observe('m1', output ?? 0)
  }

  #close(known: Known, output: number | null): void {
    const tokens = output === null ? 0n : BigInt(known.input + output)
    Object.assign(known, { open: false, tokens, cost: tokens * known.price })
  }

  /** Lets five seconds pass, in which the journal is told how far answers have come. */
  meter(): void {
    vi.advanceTimersByTime(5000)
    // What an answer begins with goes out whatever follows, and counts as a token.
    for (const one of this.running) if (one.seen.pieces > 0) one.noted = Math.max(1, one.delivered)
  }

  flush(): void {
    for (const [id, { settled, record }] of this.#journal) {
      if (!settled) continue
      this.#journal.delete(id)
      if (!this.rows.has(id)) this.rows.set(id, record)
    }
  }

  /** The process dies; the next one reads the database, then the journal, however often. */
  crash(): void {
    const now = Date.now()
    // This sets the clock back as well.
    vi.clearAllTimers()
    vi.setSystemTime(now)
    for (const { known, noted } of this.running) this.#close(known, noted > 0 ? noted : null)
    this.running = []
    this.reference.usual = createUsualOutputs()
    this.limits = openLimits()
    this.reload()
    this.#park()
    this.#ledger = this.#openLedger()
    for (const { record } of this.#journal.values()) this.#journal.set(record.id, { settled: true, record })
    this.flush()
    this.limits.reseed(this.#data())
    this.limits.reseed(this.#data())
    this.#park()
  }
}

function openLimits(): Limits {
  return createLimits({
    clock: { now: Date.now, monotonicMs: Date.now },
    zone: () => ZONE,
    onThreshold: () => undefined,
  })
}

function counts(limit: Limit, row: RequestRecord): boolean {
  const mine = { user: row.userId, key: row.keyId, group: 'g1', provider: '', credential: '' }[limit.subject]
  return mine === limit.subjectId && row.status !== 'refused'
}

function usedBy({ metric }: Limit, row: RequestRecord): bigint {
  if (metric === 'requests') return 1n
  return metric === 'cost' ? row.costNanos : tokensOf(row.usage)
}

/** Bytes of a request that is short enough to be its own sample. */
function sizeOf(asked: AskedText): number {
  return asked.sample().parts.reduce((size, part) => size + part.length, 0)
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => a + b, 0n)
}
