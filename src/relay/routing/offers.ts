import type { TargetEntry } from '../../core/directory.ts'
import type { ProtocolId } from '../../core/protocol.ts'
import type { Candidate } from './candidates.ts'
import type { Ailing, Guard } from './guard.ts'
import type { Pass } from './rest.ts'

type OfferAilment = 'limited' | 'absent'

/**
 * What upstreams said of the offers of one credential: a model, at one endpoint in one protocol. A model that is limited, or that
 * they do not have, rests alone, so that it costs neither the other models their credential nor every request a first attempt.
 */
export type Offers = {
  /** Undefined while nothing was ever said of the offer. */
  find(candidate: Candidate): Guard<OfferAilment> | undefined
  /** Notes that a request for the offer goes. */
  enter(candidate: Candidate): Pass
  /** Notes what an upstream said of an offer; false where it had been said before. */
  ailed(candidate: Candidate, pass: Pass, ailing: Ailing<OfferAilment>): boolean
  /** The models that are limited at this moment, each once, and until when on the monotonic clock. */
  limited(): Map<string, number>
  /** Forgets those that are not among the credential's targets any more. */
  keep(targets: readonly TargetEntry[]): void
  /** Forgets all that was found out. */
  recover(): void
}

type Offer = { target: TargetEntry; protocol: ProtocolId; guard: Guard<OfferAilment> }

const NOTHING_KNOWN: Pass = { probe: false, round: 0, [Symbol.dispose]: () => undefined }

/** Nothing was said of any offer at first; `guard` is what one begins with of which something is said. */
export function createOffers(monotonicMs: () => number, guard: () => Guard<OfferAilment>): Offers {
  // By the model's name at the upstream; there are none of most credentials, and few of any. All are ways of the directory's.
  const known = new Map<string, Offer[]>()
  const find = ({ target, protocol }: Candidate) =>
    known
      .get(target.upstreamName)
      ?.find((offer) => offer.protocol === protocol && offer.target.endpoint.id === target.endpoint.id)?.guard
  const add = ({ target, protocol }: Candidate) => {
    const offer: Offer = { target, protocol, guard: guard() }
    known.set(target.upstreamName, [...(known.get(target.upstreamName) ?? []), offer])
    return offer.guard
  }
  return {
    find,
    enter: (candidate) => find(candidate)?.enter() ?? NOTHING_KNOWN,
    ailed: (candidate, pass, ailing) => (find(candidate) ?? add(candidate)).ailed(pass, ailing),
    limited() {
      const resting = [...known.values()].flat().filter(({ guard: { ailment } }) => ailment === 'limited')
      const ends = resting.map(({ target, guard: { untilMs } }) => [target.upstreamName, untilMs ?? 0] as const)
      const sorted = ends.filter(([, untilMs]) => untilMs > monotonicMs()).toSorted(([, one], [, other]) => one - other)
      return new Map(sorted)
    },
    keep(targets) {
      for (const [name, offers] of known) {
        const kept = offers.filter(({ target }) => targets.some((other) => isSameOffer(target, other)))
        if (kept.length > 0) known.set(name, kept)
        else known.delete(name)
      }
    },
    recover() {
      for (const offer of [...known.values()].flat()) offer.guard.recover()
    },
  }
}

function isSameOffer(a: TargetEntry, b: TargetEntry): boolean {
  return (
    a.upstreamName === b.upstreamName &&
    a.credential.secret === b.credential.secret &&
    a.endpoint.id === b.endpoint.id &&
    a.endpoint.baseUrl === b.endpoint.baseUrl
  )
}
