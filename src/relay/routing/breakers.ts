import { Latest } from '../../core/latest.ts'
import type { BreakerPolicy } from '../../core/policy.ts'
import type { RestingPart } from '../../core/routing.ts'
import { MINUTE_MS } from '../../core/time.ts'
import { type Breaker, createBreaker } from './breaker.ts'
import { ALL, type Asker } from './part.ts'
import type { Pass } from './rest.ts'

/** What of an endpoint a breaker is of: all of it, one model, or what one caller asks of a model. */
export const BREAKS = ['breaker', 'breaker_model', 'breaker_caller'] as const
type Break = (typeof BREAKS)[number]

type Resting = Omit<RestingPart, 'until'> & { untilMs: number | null }

/**
 * The breakers of one endpoint. Beside the one of all of it there is one for each model, and for each caller of that, while
 * something of theirs fails: where others are well, they close the wider ones, and what fails goes on resting alone.
 */
export type Breakers = {
  readonly state: Breaker['state']
  /** When a probe of the endpoint may go, on the monotonic clock; null while it does not rest. */
  readonly untilMs: number | null
  /** What rests while the endpoint as a whole does not, models before callers. */
  resting(): Resting[]
  /** What keeps a caller away now, the widest; null: nothing. */
  refusal(model: string, userId: string): { reason: Break; untilMs: number | null } | null
  enter(asker: Asker): Pass
  succeeded(pass: Pass, asker: Asker): void
  /** `begun`: it had begun to answer, and broke off. */
  failed(pass: Pass, asker: Asker, begun?: boolean): void
  /** It could not be reached, whoever had asked. */
  unreached(pass: Pass): void
  /** An answer came to its end. */
  ended(pass: Pass, asker: Asker): void
  reset(): void
}

/** Breakers that are closed; `turned` hears of the whole endpoint, and with a model's name of that. */
export function createBreakers(monotonicMs: () => number, policy: () => BreakerPolicy, turned: Turned): Breakers {
  const whole = createBreaker(monotonicMs, policy, (state) => turned(state))
  const keptMs = () => Math.max(KEPT.leastMs, KEPT.rests * policy().mostMs)
  const parts = createParts({ monotonicMs, keptMs }, (model, userId) =>
    createBreaker(monotonicMs, policy, (state) => userId === null && turned(state, model)),
  )
  return {
    get state() {
      return whole.state
    },
    get untilMs() {
      return whole.untilMs
    },
    resting: () => (whole.state === 'closed' ? parts.resting() : []),
    refusal(model, userId) {
      // Nearly always nothing rests, and no name need be made.
      if (whole.untilMs === null && parts.isEmpty) return null
      const asker = { model, userId }
      const breakers = [whole, ...parts.find(asker)]
      const at = breakers.findIndex((breaker) => breaker && !breaker.mayGo(asker))
      const reason = BREAKS[at]
      return reason ? { reason, untilMs: breakers[at]?.untilMs ?? null } : null
    },
    enter(asker) {
      const pass = whole.enter()
      if (parts.isEmpty) return pass
      const own = parts.find(asker).map((breaker) => breaker?.enter())
      return own.some(Boolean) ? new Passes(pass, own) : pass
    },
    succeeded(pass, asker) {
      whole.succeeded(pass, asker)
      if (parts.isEmpty) return
      for (const [n, breaker] of parts.find(asker).entries()) breaker?.succeeded(ownOf(pass, n), asker)
      parts.tidy(asker)
    },
    failed(pass, asker, begun) {
      whole.failed(pass, asker, begun)
      for (const [n, breaker] of parts.make(asker).entries()) breaker.failed(ownOf(pass, n), asker, begun)
    },
    unreached: (pass) => whole.failed(pass, ALL),
    ended(pass, asker) {
      whole.ended(pass)
      if (parts.isEmpty) return
      for (const [n, breaker] of parts.find(asker).entries()) breaker?.ended(ownOf(pass, n))
    },
    reset() {
      whole.reset()
      parts.reset()
    },
  }
}

type Turned = (state: 'open' | 'closed', model?: string) => void

/** Of more than these, the one whose last failure is longest ago is forgotten. */
const MOST_PARTS = 1000
/** Who fails and does not come again would be looked up for everybody else for ever: much longer than any rest is kept nothing. */
const KEPT = { leastMs: 10 * MINUTE_MS, rests: 2 }

type Named = { model: string; userId: string | null }

/** Of a model, and of what one caller asks of it. */
function namedBy({ model, userId }: Asker): [Named, Named] {
  return [
    { model, userId: null },
    { model, userId },
  ]
}

function nameOf({ model, userId }: Named): string {
  return userId === null ? model : `${model}\n${userId}`
}

type Known = Named & { breaker: Breaker; failedMs: number }

/** `keptMs`: how long after its last failure one is known. */
type Keeping = { monotonicMs: () => number; keptMs: () => number }

/** The breakers that an endpoint has beside its own, for as long as they know something. */
function createParts({ monotonicMs, keptMs }: Keeping, create: (model: string, userId: string | null) => Breaker) {
  const known = new Latest<string, Known>(MOST_PARTS)
  const make = (named: Named): Breaker => {
    const name = nameOf(named)
    const { breaker } = known.get(name) ?? { breaker: create(named.model, named.userId) }
    known.set(name, { ...named, breaker, failedMs: monotonicMs() })
    return breaker
  }
  const forget = (name: string) => {
    known.get(name)?.breaker.reset()
    known.delete(name)
  }
  return {
    get isEmpty() {
      return known.size === 0
    },
    find: (asker: Asker) => namedBy(asker).map((named) => known.get(nameOf(named))?.breaker),
    make: (asker: Asker) => namedBy(asker).map(make),
    tidy(asker: Asker) {
      for (const name of namedBy(asker).map(nameOf)) if (known.get(name)?.breaker.isAsNew) forget(name)
      const { oldest = '' } = known
      if ((known.get(oldest)?.failedMs ?? Infinity) < monotonicMs() - keptMs()) forget(oldest)
    },
    resting(): Resting[] {
      const found = [...known.values()].map(({ model, userId, breaker: { state: breaker, untilMs } }) => {
        return { model, userId, breaker, untilMs }
      })
      const models = found.filter(({ userId, breaker }) => userId === null && breaker !== 'closed')
      const told = new Set(models.map(({ model }) => model))
      // A caller who has gone may never send the probe that would end it.
      const callers = found.filter(({ userId, breaker }) => userId !== null && breaker === 'open')
      return [...models, ...callers.filter(({ model }) => !told.has(model))]
    },
    reset() {
      while (known.oldest !== undefined) forget(known.oldest)
    },
  }
}

/** Of a request that was sent before anything of its kind had failed. */
const FIRST: Pass = { probe: false, round: 0, [Symbol.dispose]: () => undefined }

function ownOf(pass: Pass, level: number): Pass {
  return (pass instanceof Passes ? pass.own[level] : undefined) ?? FIRST
}

/** The way past the breaker of an endpoint and those of its parts. */
class Passes implements Pass {
  readonly probe: boolean
  readonly round: number
  readonly own: readonly (Pass | undefined)[]
  readonly #whole: Pass

  constructor(whole: Pass, own: readonly (Pass | undefined)[]) {
    this.probe = whole.probe
    this.round = whole.round
    this.own = own
    this.#whole = whole
  }

  [Symbol.dispose](): void {
    for (const pass of [this.#whole, ...this.own]) pass?.[Symbol.dispose]()
  }
}
