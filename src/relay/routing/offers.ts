import type { TargetEntry } from '../../core/directory.ts'
import { descriptorOf } from '../../providers/all.ts'
import { limitedAs } from '../../providers/family.ts'
import type { Candidate } from './candidates.ts'
import type { Ailing, Guard } from './guard.ts'
import type { Pass } from './rest.ts'
import { createTold } from './told.ts'

type OfferAilment = 'limited' | 'absent'

/** What an offer rests for, and until when on the monotonic clock; `by` is the name that was refused where that is another one. */
type OfferRest = { reason: OfferAilment; untilMs: number | null; by: string | undefined }

/** A request's way past what was said of its offer. */
export type OfferPass = Disposable & { readonly limited: Pass; readonly absent: Pass }

/**
 * What upstreams said of the offers of one credential: a model, at one endpoint in one protocol. A model that is limited, or that
 * they do not have, rests alone, so that it costs neither the other models their credential nor every request a first attempt. Names
 * that a vendor limits as one rest together where it limits them.
 */
export type Offers = {
  /** What an offer rests for, so that no request may go now; undefined when one may. */
  rests(candidate: Candidate, lastResort?: boolean): OfferRest | undefined
  /** How many run of an offer, where that is as many as its upstream bears. */
  full(candidate: Candidate): Guard<OfferAilment>['slots'] | undefined
  /** Notes that a request for the offer goes. */
  enter(candidate: Candidate): OfferPass
  succeeded(candidate: Candidate, pass: OfferPass): void
  /** Notes what an upstream said of an offer; false where it had been said before. */
  ailed(candidate: Candidate, pass: OfferPass, ailing: Ailing<OfferAilment>): boolean
  /** The models that are limited at this moment, each once by the name that was refused, and until when on the monotonic clock. */
  limited(): Map<string, number>
  /** Forgets those that are not among the credential's targets any more. */
  keep(targets: readonly TargetEntry[]): void
  /** Forgets all that was found out. */
  recover(): void
}

const UNKNOWN: Pass = { probe: false, round: 0, [Symbol.dispose]: () => undefined }
const NOTHING_KNOWN: OfferPass = { limited: UNKNOWN, absent: UNKNOWN, [Symbol.dispose]: () => undefined }

const limitOf = ({ provider, upstreamName }: TargetEntry) => limitedAs(descriptorOf(provider.preset), upstreamName)

/** Nothing was said of any offer at first; `guard` is what one begins with of which something is said. */
export function createOffers(monotonicMs: () => number, guard: () => Guard<OfferAilment>): Offers {
  const told = { limited: createTold(limitOf, guard), absent: createTold(({ upstreamName }) => upstreamName, guard) }
  const both = [told.limited, told.absent] as const
  return {
    rests(candidate, lastResort) {
      for (const kind of both) {
        const found = kind.find(candidate)
        const reason = found?.guard.restsFor(lastResort)
        if (!found || !reason) continue
        const { upstreamName: refused } = found.target
        return {
          reason,
          untilMs: found.guard.untilMs,
          by: refused === candidate.target.upstreamName ? undefined : refused,
        }
      }
      return undefined
    },
    full(candidate) {
      const slots = told.limited.find(candidate)?.guard.slots
      return slots?.full === true ? slots : undefined
    },
    enter(candidate) {
      const limited = told.limited.find(candidate)?.guard.enter()
      const absent = told.absent.find(candidate)?.guard.enter()
      return limited || absent ? new Entered(limited ?? UNKNOWN, absent ?? UNKNOWN) : NOTHING_KNOWN
    },
    succeeded(candidate, pass) {
      told.limited.find(candidate)?.guard.succeeded(pass.limited)
      told.absent.find(candidate)?.guard.succeeded(pass.absent)
    },
    ailed(candidate, pass, ailing) {
      const found = told[ailing.status].of(candidate)
      const isNews = found.guard.ailed(pass[ailing.status], ailing)
      if (isNews) found.target = candidate.target
      return isNews
    },
    limited() {
      const ends = told.limited.all().map((one) => [one.target.upstreamName, one.guard.untilMs ?? 0] as const)
      const sorted = ends.filter(([, untilMs]) => untilMs > monotonicMs()).toSorted(([, one], [, other]) => one - other)
      return new Map(sorted)
    },
    keep(targets) {
      for (const kind of both) kind.keep(targets)
    },
    recover() {
      for (const kind of both) for (const { guard: own } of kind.all()) own.recover()
    },
  }
}

/** A class, as thousands of requests are under way. */
class Entered implements OfferPass {
  readonly limited: Pass
  readonly absent: Pass

  constructor(limited: Pass, absent: Pass) {
    this.limited = limited
    this.absent = absent
  }

  [Symbol.dispose](): void {
    this.limited[Symbol.dispose]()
    this.absent[Symbol.dispose]()
  }
}
