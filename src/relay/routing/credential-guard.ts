import type { CredentialHealth, Finding, FindingStatus } from '../../core/routing.ts'
import type { Clock } from '../../core/time.ts'
import { familyOf } from '../../providers/family.ts'
import type { Candidate } from './candidates.ts'
import { type Ailing, type CoolingPolicy, createGuard, type Guard } from './guard.ts'
import { createOffers, type OfferPass, type Offers } from './offers.ts'
import { createPace } from './pace.ts'
import type { Pass } from './rest.ts'

type CredentialAilment = Exclude<FindingStatus, 'active'>

/** What an upstream's answer said of a credential. */
export type CredentialAiling = Ailing<CredentialAilment>

/** What the relay knows of one credential and its offers, and who may use them now. */
export type CredentialGuard = {
  /** What holds for all that the credential is used for; it alone outlives a restart. */
  readonly whole: Guard<CredentialAilment>
  readonly offers: Offers
  enter(): Pass
  /** Notes that an upstream said "too many requests" without saying of what; `whole` and `offer` are the request's passes. */
  limited(candidate: Candidate, passes: { whole: Pass; offer: OfferPass }, told: Limited): void
  /** Forgets all that was found out. */
  recover(): void
  health(): CredentialHealth
}

type Limited = Pick<CredentialAiling, 'reason' | 'restMs'>
type Guarding = { clock: Clock; found: Finding; changed: (finding: Finding) => void; policy: () => CoolingPolicy }

/** Guards a credential from what was known of it; `changed` hears of every new finding. */
export function guardCredential({ clock, found, changed, policy }: Guarding): CredentialGuard {
  const { monotonicMs } = clock
  const pace = createPace(monotonicMs)
  const whole = createGuard<CredentialAilment>({ monotonicMs, policy, changed: () => changed(finding()) })
  const offers = createOffers(monotonicMs, () => createGuard({ monotonicMs, policy, running: whole.slots.inFlight }))
  const finding = (): Finding => {
    const { ailment, reason, untilMs } = whole
    return { status: ailment ?? 'active', reason, until: epochOf(untilMs, clock) }
  }
  if (found.status !== 'active') whole.resume(found.status, found.reason, (found.until ?? 0) - clock.now())
  return {
    whole,
    offers,
    enter() {
      pace.count()
      return whole.enter()
    },
    limited(candidate, passes, told) {
      const isNews = offers.ailed(candidate, passes.offer, { status: 'limited', ...told })
      // Most vendors limit each model or family for itself. Where two are refused at a time it is the account, whatever the words.
      if (isNews && new Set(offers.limited().keys().map(familyOf)).size > 1)
        whole.ailed(passes.whole, { status: 'cooling', ...told })
    },
    recover() {
      whole.recover()
      offers.recover()
    },
    health: () => ({
      ...finding(),
      inFlight: whole.slots.inFlight,
      limit: whole.slots.limit,
      perMinute: pace.perMinute,
      limited: Array.from(offers.limited(), ([model, untilMs]) => ({ model, until: epochOf(untilMs, clock) ?? 0 })),
    }),
  }
}

/** A time of the monotonic clock in epoch milliseconds. */
export function epochOf(monotonicMs: number | null, clock: Clock): number | null {
  return monotonicMs === null ? null : Math.round(clock.now() + monotonicMs - clock.monotonicMs())
}
