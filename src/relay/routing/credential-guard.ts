import type { RelayPolicy } from '../../core/policy.ts'
import type { CredentialHealth, Finding, FindingStatus } from '../../core/routing.ts'
import { MINUTE_MS, SECOND_MS, type Clock } from '../../core/time.ts'
import { createPace } from './pace.ts'
import { createRest, type Pass, type RestRules } from './rest.ts'
import { createSlots } from './slots.ts'

type Ailment = Exclude<FindingStatus, 'active'>

/** What an upstream's answer said of a credential; `restMs` is what it asked for, null when it named no time. */
export type Ailing = { status: Ailment; reason: string; restMs: number | null }

/** What the relay knows of one credential, and who may use it now. */
export type CredentialGuard = {
  /** Why no request may go now; null when one may. As a last resort the probe after too many requests is not waited for. */
  refusal(lastResort?: boolean): Ailment | 'concurrency' | null
  /** When the rest ends, on the monotonic clock. */
  readonly untilMs: number | null
  enter(): Pass
  succeeded(pass: Pass): void
  ailed(pass: Pass, ailing: Ailing): void
  /** Forgets all that was found out. */
  recover(): void
  health(): CredentialHealth
}

/**
 * How long a credential rests. A wait that an upstream asks for is believed up to the operator's cap: then one request
 * tries again, so that a wrong or day-long answer costs one extra attempt in that time and never the credential. None rests for ever.
 */
const RULES: Record<Ailment, (policy: CoolingPolicy) => RestRules> = {
  cooling: ({ coolingMs }) => ({ firstMs: SECOND_MS, mostMs: coolingMs }),
  invalid: () => ({ firstMs: MINUTE_MS, mostMs: 30 * MINUTE_MS }),
  exhausted: () => ({ firstMs: MINUTE_MS, mostMs: 30 * MINUTE_MS }),
}

type CoolingPolicy = Pick<RelayPolicy, 'coolingMs'>
type Guarding = { clock: Clock; found: Finding; changed: (finding: Finding) => void; policy: () => CoolingPolicy }

/** Guards a credential from what was known of it; `changed` hears of every new finding. */
export function guardCredential({ clock, found, changed, policy }: Guarding): CredentialGuard {
  const rest = createRest(clock.monotonicMs)
  const slots = createSlots(clock.monotonicMs)
  const pace = createPace(clock.monotonicMs)
  let status: FindingStatus = 'active'
  let reason: string | null = null
  if (found.status !== 'active') {
    ;({ status, reason } = found)
    const leftMs = Math.min(Math.max((found.until ?? 0) - clock.now(), 0), RULES[found.status](policy()).mostMs)
    rest.resume(clock.monotonicMs() + leftMs)
  }
  const finding = (): Finding => ({ status, reason, until: epochOf(rest.untilMs, clock) })
  const recover = () => {
    rest.end()
    rest.settle()
    if (status === 'active') return
    status = 'active'
    reason = null
    changed(finding())
  }
  return {
    get untilMs() {
      return rest.untilMs
    },
    refusal(lastResort = false) {
      const goesAlong = lastResort && status === 'cooling' && (rest.untilMs ?? 0) <= clock.monotonicMs()
      if (status !== 'active' && !rest.mayGo() && !goesAlong) return status
      return slots.full ? 'concurrency' : null
    },
    enter() {
      pace.count()
      return new Entered(rest.enter(), slots.take())
    },
    succeeded(pass) {
      // Good news of a request that was sent before the present rest began says nothing of now.
      if (pass.round !== rest.round) return
      slots.succeeded()
      recover()
    },
    ailed(pass, ailing) {
      if (pass.round !== rest.round) {
        if (ailing.status === 'cooling') rest.extend(Math.min(ailing.restMs ?? 0, policy().coolingMs))
        return
      }
      if (ailing.status !== status) rest.settle()
      ;({ status, reason } = ailing)
      // A bad key and an empty account are not mended by the moment that an upstream asks for.
      const untilMs = rest.begin(RULES[ailing.status](policy()), ailing.status === 'cooling' ? ailing.restMs : null)
      if (status === 'cooling') slots.refused(untilMs)
      changed(finding())
    },
    recover() {
      slots.reset()
      recover()
    },
    health: () => ({ ...finding(), inFlight: slots.inFlight, limit: slots.limit, perMinute: pace.perMinute }),
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

/** A time of the monotonic clock in epoch milliseconds. */
export function epochOf(monotonicMs: number | null, clock: Clock): number | null {
  return monotonicMs === null ? null : Math.round(clock.now() + monotonicMs - clock.monotonicMs())
}
