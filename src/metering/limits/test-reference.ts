import { windowAt } from '../../core/limit-window.ts'
import type { Limit } from '../../core/limits.ts'
import { createUsualOutputs } from './usual-outputs.ts'

/** What a batch is expected to use, and at the least. */
export type KnownBatch = { cost: bigint; tokens: bigint; least: { cost: bigint; tokens: bigint } }

/** A request as the reference knows it: what it holds of each budget, by the budget's name. */
export type Known = {
  id: string
  user: string
  key: string
  at: number
  input: number
  max: number
  /** What a token costs it. */
  price: bigint
  held: Map<string, bigint>
  open: boolean
  /** How much its balance gave it at most at once. */
  grant: bigint
  cost: bigint
  tokens: bigint
  refused: boolean
  /** It makes a batch, or pays for one. */
  batch?: KnownBatch
}

/** Said as plainly as docs/money.md says it: sums over all requests there ever were, and nothing kept. */
export class Reference {
  readonly zone: string
  readonly limits: readonly Limit[]
  readonly requests: Known[] = []
  /** Batches that were made and are not paid for, by the request that made them. */
  readonly parked = new Map<string, Known & { batch: KnownBatch }>()
  readonly credits = new Map<string, bigint>()
  usual = createUsualOutputs()
  readonly #starts = new Map<string, number>()

  constructor(zone: string, limits: readonly Limit[]) {
    this.zone = zone
    this.limits = limits
  }

  creditOf(user: string): bigint {
    return this.credits.get(user) ?? 0n
  }

  spentOf(user: string): bigint {
    return sum(this.requests.filter((one) => one.user === user).map(({ cost }) => cost))
  }

  heldOf(budget: string, counts: (one: Known) => boolean = () => true, now = true): bigint {
    const held = sum(this.requests.filter((one) => one.open && counts(one)).map((one) => one.held.get(budget) ?? 0n))
    return now ? held + this.parkedOn(budget) : held
  }

  /** What a batch is expected to cost is held in every window until it is paid for. */
  parkedOn(budget: string): bigint {
    const limit = this.limits.find(({ id }) => id === budget)
    const amounts = this.parked.values().map((one) => {
      if (!limit) return budget === `balance ${one.user}` ? one.batch.cost : 0n
      const { metric } = limit
      return applies(limit, one) && (metric === 'cost' || metric === 'tokens') ? one.batch[metric] : 0n
    })
    return sum(amounts.toArray())
  }

  usedOf(limit: Limit, now: number): bigint {
    const mine = this.requests.filter((one) => !one.open && applies(limit, one) && this.#inWindow(limit, one, now))
    return sum(mine.map((one) => countOf(limit, one)))
  }

  heldBy(limit: Limit, now: number): bigint {
    return this.heldOf(limit.id, (one) => this.#inWindow(limit, one, now))
  }

  /** Which budgets stand against a request, by name. */
  against(asked: Known): string[] {
    const balance = `balance ${asked.user}`
    const normal = this.#normal(asked)
    const rest = this.creditOf(asked.user) - this.spentOf(asked.user) - this.heldOf(balance)
    const full = fits(normal.cost, rest, this.heldOf(balance), asked.batch?.least.cost) ? [] : [balance]
    for (const limit of this.#of(asked)) {
      const held = this.heldBy(limit, asked.at)
      const left = limit.max - this.usedOf(limit, asked.at) - held
      const want = this.#wantOf(limit, asked)
      const { metric, mode } = limit
      const least = metric === 'cost' || metric === 'tokens' ? asked.batch?.least[metric] : undefined
      if (mode === 'hard' ? want > 0n && want > left : !fits(want, left, held, least)) full.push(limit.id)
    }
    return full
  }

  take(asked: Known): void {
    asked.grant = this.#normal(asked).cost
    asked.held.set(`balance ${asked.user}`, asked.grant)
    for (const limit of this.#of(asked)) asked.held.set(limit.id, this.#wantOf(limit, asked))
    this.requests.push(asked)
  }

  /** Lets what a request holds grow to so many tokens out; whether it covers them. */
  covers(one: Known, output: number): boolean {
    const used = { cost: BigInt(one.input + output) * one.price, tokens: BigInt(one.input + output) }
    const step = BigInt(Math.max(1, Math.min(one.max, this.usual.usual('m1'))))
    const balance = `balance ${one.user}`
    const rest = () => this.creditOf(one.user) - this.spentOf(one.user) - this.heldOf(balance)
    let covered = this.#grow(one, balance, {
      used: used.cost,
      step: step * one.price,
      rest: rest(),
      all: this.heldOf(balance),
    })
    for (const limit of this.#of(one)) {
      if (limit.metric !== 'cost' && limit.metric !== 'tokens') continue
      const held = one.held.get(limit.id) ?? 0n
      if (limit.mode === 'hard') covered = used[limit.metric] <= held && covered
      else {
        const isNow = this.#inWindow(limit, one, Date.now())
        const all = this.heldOf(limit.id, (other) => this.#sameWindow(limit, one, other), isNow)
        const left = limit.max - this.usedOf(limit, one.at) - all
        const growing = {
          used: used[limit.metric],
          step: limit.metric === 'cost' ? step * one.price : step,
          rest: left,
          all,
        }
        covered = this.#grow(one, limit.id, growing) && covered
      }
    }
    return covered
  }

  #grow(one: Known, name: string, at: { used: bigint; step: bigint; rest: bigint; all: bigint }): boolean {
    const held = one.held.get(name) ?? 0n
    if (at.used + at.step / 4n <= held) return true
    const want = at.step + (at.used > held ? at.used - held : 0n)
    const granted = at.rest <= 0n ? 0n : want <= at.rest || at.all === held ? want : at.rest
    if (name.startsWith('balance') && granted > one.grant) one.grant = granted
    one.held.set(name, held + granted)
    return at.used <= held + granted
  }

  #of(one: Known): Limit[] {
    return this.limits.filter((limit) => applies(limit, one))
  }

  #normal({ input, max, price, batch }: Known): { cost: bigint; tokens: bigint } {
    if (batch) return batch
    const tokens = BigInt(input + Math.min(max, this.usual.usual('m1')))
    return { cost: tokens * price, tokens }
  }

  #wantOf({ metric, mode }: Limit, asked: Known): bigint {
    if (metric !== 'cost' && metric !== 'tokens') return 1n
    if (asked.batch) return asked.batch[metric]
    const worst = BigInt(asked.input + asked.max)
    if (mode === 'hard') return metric === 'cost' ? worst * asked.price : worst
    return this.#normal(asked)[metric]
  }

  #inWindow(limit: Limit, one: Known, now: number): boolean {
    if (limit.metric === 'concurrency') return true
    return this.#startOf(limit, one.at) === this.#startOf(limit, now)
  }

  #startOf({ window }: Limit, at: number): number {
    const name = `${window} ${at}`
    const start = this.#starts.get(name) ?? windowAt(window, at, this.zone).start
    this.#starts.set(name, start)
    return start
  }

  #sameWindow(limit: Limit, one: Known, other: Known): boolean {
    return this.#inWindow(limit, other, one.at)
  }
}

function applies({ subject, subjectId }: Limit, { user, key }: Known): boolean {
  return subjectId === (subject === 'user' ? user : subject === 'key' ? key : 'g1')
}

function countOf({ metric }: Limit, one: Known): bigint {
  if (metric === 'requests') return one.refused ? 0n : 1n
  return metric === 'concurrency' ? 0n : one[metric]
}

function fits(want: bigint, rest: bigint, held: bigint, least = 1n): boolean {
  return want <= 0n || want <= rest || (least <= rest && held === 0n)
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => a + b, 0n)
}
