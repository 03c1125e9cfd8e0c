import type { RelayPolicy } from '../../core/policy.ts'
import type { FindingStatus } from '../../core/routing.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/time.ts'
import { createRest, type Pass, type RestRules } from './rest.ts'
import { createSlots, type Slots } from './slots.ts'

/** Why something is left alone: a credential is `cooling`, `invalid` or `exhausted`, an offer `limited` or `absent`. */
type Ailment = Exclude<FindingStatus, 'active'> | 'limited' | 'absent'

/** What an upstream's answer said of something; `restMs` is what it asked for, null when it named no time. */
export type Ailing<A extends Ailment> = { status: A; reason: string; restMs: number | null }

/** What the relay knows of something that upstreams refuse, and who may use it now. */
export type Guard<A extends Ailment> = {
  /** Null while nothing is wrong with it. */
  readonly ailment: A | null
  /** The upstream's word for it. */
  readonly reason: string | null
  /** When the rest ends, on the monotonic clock; null while it does not rest. */
  readonly untilMs: number | null
  /** What runs on it, and how much of that it bears. */
  readonly slots: Pick<Slots, 'inFlight' | 'limit' | 'full'>
  /** What it rests for, so that no request may go now; null when one may. */
  restsFor(lastResort?: boolean): A | null
  enter(): Pass
  succeeded(pass: Pass): void
  /** Notes what an upstream said of it; false where it had been said before. */
  ailed(pass: Pass, ailing: Ailing<A>): boolean
  /** Takes over what was found out before this process began, to last no longer than such a rest can. */
  resume(ailment: A, reason: string | null, leftMs: number): void
  /** Forgets all that was found out. */
  recover(): void
}

/** What of the operator's policy guards go by. */
export type CoolingPolicy = Pick<RelayPolicy, 'coolingMs'>

type Manner = {
  /** How long it rests. None rests for ever. */
  rules: (policy: CoolingPolicy) => RestRules
  /** Too many requests: the wait asked for is believed, and fewer run at once from then on. */
  crowded: boolean
  /** Whether it is asked as a last resort: when its time is up, beside the probe, or at any time. */
  lastResort: 'never' | 'due' | 'always'
}

/**
 * A wait that an upstream asks for is believed up to the operator's cap: then one request tries again, so that a wrong or day-long
 * answer costs one extra attempt in that time and never the credential.
 */
const TOO_MANY: Manner = {
  rules: ({ coolingMs }) => ({ firstMs: SECOND_MS, mostMs: coolingMs }),
  crowded: true,
  lastResort: 'due',
}
/** A bad key and an empty account are not mended by the moment that an upstream asks for. */
const REFUSED: Manner = {
  rules: () => ({ firstMs: MINUTE_MS, mostMs: 30 * MINUTE_MS }),
  crowded: false,
  lastResort: 'never',
}
const MISSING: Manner = {
  rules: () => ({ firstMs: MINUTE_MS, mostMs: 10 * MINUTE_MS }),
  crowded: false,
  lastResort: 'always',
}

const MANNERS: Readonly<Record<Ailment, Manner>> = {
  cooling: TOO_MANY,
  limited: TOO_MANY,
  invalid: REFUSED,
  exhausted: REFUSED,
  absent: MISSING,
}

/** `running` requests are under way that are not counted here; `changed` hears of every new finding. */
type Guarding = {
  monotonicMs: () => number
  policy: () => CoolingPolicy
  running?: number
  changed?: () => void
}

/** Nothing is wrong with it at first. */
export function createGuard<A extends Ailment>({ monotonicMs, policy, running, changed }: Guarding): Guard<A> {
  const rest = createRest(monotonicMs)
  const slots = createSlots(monotonicMs, running)
  let ailment: A | null = null
  let reason: string | null = null
  const recover = () => {
    rest.end()
    rest.settle()
    if (ailment === null) return
    ailment = null
    reason = null
    changed?.()
  }
  const goesAlong = (of: A) => {
    const { lastResort } = MANNERS[of]
    return lastResort === 'always' || (lastResort === 'due' && (rest.untilMs ?? 0) <= monotonicMs())
  }
  return {
    get ailment() {
      return ailment
    },
    get reason() {
      return reason
    },
    get untilMs() {
      return rest.untilMs
    },
    slots,
    restsFor: (lastResort = false) =>
      ailment !== null && !rest.mayGo() && !(lastResort && goesAlong(ailment)) ? ailment : null,
    enter: () => new Entered(rest.enter(), slots.take()),
    succeeded(pass) {
      // Good news of a request that was sent before the present rest began says nothing of now.
      if (pass.round !== rest.round) return
      slots.succeeded()
      recover()
    },
    ailed(pass, { status, reason: word, restMs }) {
      const { crowded, rules } = MANNERS[status]
      if (pass.round !== rest.round) {
        // Those who asked together hear the same, and it is one piece of news; but the longest wait holds.
        if (crowded) rest.extend(Math.min(restMs ?? 0, policy().coolingMs))
        return false
      }
      if (status !== ailment) rest.settle()
      ailment = status
      reason = word
      const untilMs = rest.begin(rules(policy()), crowded ? restMs : null)
      if (crowded) slots.refused(untilMs)
      changed?.()
      return true
    },
    resume(found, word, leftMs) {
      ailment = found
      reason = word
      rest.resume(monotonicMs() + Math.min(Math.max(leftMs, 0), MANNERS[found].rules(policy()).mostMs))
    },
    recover() {
      slots.reset()
      recover()
    },
  }
}

/** A pass that takes a slot; a class, as thousands of requests are under way. */
class Entered implements Pass {
  readonly probe: boolean
  readonly round: number
  readonly #pass: Pass
  readonly #slot: Disposable

  constructor(pass: Pass, slot: Disposable) {
    this.probe = pass.probe
    this.round = pass.round
    this.#pass = pass
    this.#slot = slot
  }

  [Symbol.dispose](): void {
    this.#pass[Symbol.dispose]()
    this.#slot[Symbol.dispose]()
  }
}
