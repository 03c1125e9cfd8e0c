import type { TargetEntry } from '../../core/directory.ts'
import type { RelayPolicy } from '../../core/policy.ts'
import type { Hindrance, SkipReason } from '../../core/records.ts'
import type { CredentialHealth, EndpointHealth, Finding, ProviderPart } from '../../core/routing.ts'
import { SECOND_MS, type Clock } from '../../core/time.ts'
import type { Limits, TargetLimit } from '../../metering/limits/limits.ts'
import { type Breakers, createBreakers } from './breakers.ts'
import type { Candidate } from './candidates.ts'
import { type CredentialAiling, type CredentialGuard, epochOf, guardCredential } from './credential-guard.ts'
import { createDoubts, type Doubts, type Refuses } from './doubts.ts'
import type { OfferPass } from './offers.ts'
import type { Asker } from './part.ts'
import type { Pass } from './rest.ts'
import { createSlots, type Slots } from './slots.ts'

/**
 * What an attempt taught: all is well, the credential ails or may ail, too much was asked of the model or of the credential, the
 * endpoint failed or could not be reached, the model is not there, or nothing; and of an answer that began well, that it broke off
 * or came to its end.
 */
export type Lesson =
  | { kind: 'well' }
  | ({ kind: 'ailing' } & CredentialAiling)
  | ({ kind: 'limited' } & Omit<CredentialAiling, 'status'>)
  | { kind: 'doubted'; reason: string }
  | { kind: 'failing' }
  | { kind: 'unreached' }
  | { kind: 'broken' }
  | { kind: 'whole' }
  | { kind: 'absent' }
  | { kind: 'nothing' }

/** The right to ask one candidate; disposing of it gives back the slots and, if it had it, the right to probe. */
export type Lease = Disposable & { learn(lesson: Lesson): void }

/** Why a candidate is not asked now, in how many milliseconds it may be, and the numbers behind it where there are some. */
export type Refusal = { reason: SkipReason; waitMs: number; hindrance?: Hindrance | undefined }

/** Who asks; as a last resort an open breaker is passed, a probe after a 429, and a model that was not there. */
export type AskedBy = { userId: string; lastResort?: boolean }

/** What is known of credentials and endpoints: who may be asked now, and what asking them taught. */
export type Health = {
  /** Null when the candidate may be asked. */
  look(candidate: Candidate, by: AskedBy): Refusal | null
  /** The right to ask a candidate. */
  lease(candidate: Candidate, by: AskedBy): Lease | Refusal
  /** Takes over a new directory: what is gone is forgotten, a secret or address that changed begins anew, all else stays. */
  follow(targets: readonly TargetEntry[]): void
  /** Forgets what was found out about a credential, or closes an endpoint's breaker: that one is well says nothing of the other. */
  recover(part: ProviderPart): void
  credential(id: string): CredentialHealth | undefined
  endpoint(id: string): EndpointHealth | undefined
}

/** How soon a caller may come again when all slots are taken: nobody knows, so soon. */
const SLOT_WAIT_MS = SECOND_MS

type KnownCredential = { secret: string; guard: CredentialGuard }
type Known = { credential: KnownCredential; endpoint: KnownEndpoint }
type KnownEndpoint = { address: string; breakers: Breakers; slots: Slots }

/** Who hears of findings, and who else may forbid to ask; `policy` may change at any time. */
export type HealthOptions = {
  clock: Clock
  /** Hears of every new finding; must not take long. */
  saved: (credentialId: string, finding: Finding) => void
  /** Why the operator's own limits let nobody ask with a credential now, and until when; null when they do. */
  admitsTarget: Limits['admitsTarget']
  policy: () => Pick<RelayPolicy, 'breaker' | 'coolingMs'>
  /** Whether a credential that is in doubt is refused whatever is asked; without it nobody finds out. */
  refuses?: Refuses
  /** Hears of breakers that open and close, of an endpoint or of one model there. */
  turned?: (endpointId: string, state: 'open' | 'closed', model?: string) => void
}

const nobodyKnows: Refuses = () => Promise.resolve(false)

/** Knows nothing bad of anybody but what the directory tells of the time before. */
export function createHealth({
  clock,
  saved,
  admitsTarget,
  policy,
  refuses = nobodyKnows,
  turned,
}: HealthOptions): Health {
  const credentials = new Map<string, KnownCredential>()
  const endpoints = new Map<string, KnownEndpoint>()
  const doubts = createDoubts(clock.monotonicMs, refuses)
  const breakerPolicy = () => policy().breaker

  /** What is known of each entry of the directory, for as long as it is there. */
  const ofTargets = new WeakMap<TargetEntry, Known>()

  function knownOf(target: TargetEntry): Known {
    let known = ofTargets.get(target)
    if (!known) ofTargets.set(target, (known = newlyKnown(target)))
    return known
  }

  function newlyKnown(target: TargetEntry): Known {
    const { id, secret, found } = target.credential
    const credential = credentials.get(id) ?? {
      secret,
      guard: guardCredential({ clock, found, changed: (finding) => saved(id, finding), policy }),
    }
    credentials.set(id, credential)
    const endpoint = endpoints.get(target.endpoint.id) ?? {
      address: target.endpoint.baseUrl,
      breakers: createBreakers(clock.monotonicMs, breakerPolicy, (...turn) => turned?.(target.endpoint.id, ...turn)),
      slots: createSlots(clock.monotonicMs),
    }
    endpoints.set(target.endpoint.id, endpoint)
    return { credential, endpoint }
  }

  function look(candidate: Candidate, { userId, lastResort = false }: AskedBy): Refusal | null {
    const { target } = candidate
    const { credential, endpoint } = knownOf(target)
    const { whole, offers } = credential.guard
    const ailment = whole.restsFor(lastResort)
    if (ailment) return resting(ailment, whole.untilMs, clock)
    const broken = lastResort ? null : endpoint.breakers.refusal(target.upstreamName, userId)
    if (broken) return resting(broken.reason, broken.untilMs, clock)
    const lacking = offers.rests(candidate, lastResort)
    if (lacking) return resting(lacking.reason, lacking.untilMs, clock, lacking.by)
    if (whole.slots.full) return full(whole.slots)
    const crowded = offers.full(candidate)
    if (crowded) return full(crowded)
    const { maxConcurrency: limit } = target.endpoint
    if (limit !== null && endpoint.slots.inFlight >= limit) return full({ inFlight: endpoint.slots.inFlight, limit })
    const limited = admitsTarget(target.provider.id, target.credential.id)
    return limited && { reason: limited.reason, waitMs: waitOf(limited, clock) }
  }

  return {
    look,
    lease(candidate, by) {
      const refusal = look(candidate, by)
      if (refusal) return refusal
      const { credential, endpoint } = knownOf(candidate.target)
      return new HeldLease(candidate, by.userId, { credential, endpoint, doubts })
    },
    follow(targets) {
      const waysOf = Map.groupBy(targets, ({ credential }) => credential.id)
      for (const [id, { guard }] of credentials) guard.offers.keep(waysOf.get(id) ?? [])
      keepOnly(credentials, waysOf)
      keepOnly(endpoints, new Set(targets.map(({ endpoint }) => endpoint.id)))
      for (const target of targets) {
        const { credential, endpoint } = knownOf(target)
        if (credential.secret !== target.credential.secret) credential.guard.recover()
        if (endpoint.address !== target.endpoint.baseUrl) endpoint.breakers.reset()
        credential.secret = target.credential.secret
        endpoint.address = target.endpoint.baseUrl
      }
    },
    recover({ kind, id }) {
      if (kind === 'endpoint') return endpoints.get(id)?.breakers.reset()
      return credentials.get(id)?.guard.recover()
    },
    credential: (id) => credentials.get(id)?.guard.health(),
    endpoint: (id) => healthOf(endpoints.get(id), clock),
  }
}

/** What a lease is of. */
type Leased = Known & { doubts: Doubts }

/** A class, as thousands of requests are under way and each closure of each would be kept. */
class HeldLease implements Lease, Asker {
  readonly model: string
  readonly userId: string
  readonly #candidate: Candidate
  readonly #of: Leased
  readonly #credential: Pass
  readonly #endpoint: Pass
  readonly #offer: OfferPass
  readonly #slot: Disposable

  constructor(candidate: Candidate, userId: string, of: Leased) {
    this.model = candidate.target.upstreamName
    this.userId = userId
    this.#candidate = candidate
    this.#of = of
    this.#credential = of.credential.guard.enter()
    this.#endpoint = of.endpoint.breakers.enter(this)
    this.#offer = of.credential.guard.offers.enter(candidate)
    this.#slot = of.endpoint.slots.take()
  }

  learn(lesson: Lesson): void {
    const { breakers } = this.#of.endpoint
    const { guard } = this.#of.credential
    if (!this.#isOfNow()) return undefined
    switch (lesson.kind) {
      case 'well':
        guard.whole.succeeded(this.#credential)
        guard.offers.succeeded(this.#candidate, this.#offer)
        return breakers.succeeded(this.#endpoint, this)
      // An endpoint that refuses a credential, is asked too much, or says that it lacks a model, is there and answers.
      case 'ailing':
        breakers.succeeded(this.#endpoint, this)
        guard.whole.ailed(this.#credential, lesson)
        return undefined
      case 'limited':
        breakers.succeeded(this.#endpoint, this)
        return guard.limited(this.#candidate, { whole: this.#credential, offer: this.#offer }, lesson)
      case 'doubted':
        breakers.succeeded(this.#endpoint, this)
        return this.#of.doubts.raise(this.#candidate.target, () => {
          const ailing = { status: 'invalid', reason: lesson.reason, restMs: null } as const
          if (this.#isOfNow()) guard.whole.ailed(this.#credential, ailing)
        })
      case 'failing':
        return breakers.failed(this.#endpoint, this)
      case 'unreached':
        return breakers.unreached(this.#endpoint)
      case 'broken':
        return breakers.failed(this.#endpoint, this, true)
      case 'whole':
        return breakers.ended(this.#endpoint, this)
      case 'absent':
        breakers.succeeded(this.#endpoint, this)
        guard.offers.ailed(this.#candidate, this.#offer, { status: 'absent', reason: lesson.kind, restMs: null })
        return undefined
      case 'nothing':
        return undefined
    }
    return lesson satisfies never
  }

  /** News of a secret or an address that was replaced meanwhile says nothing of the one in its place. */
  #isOfNow(): boolean {
    const { credential, endpoint } = this.#of
    const { target } = this.#candidate
    return credential.secret === target.credential.secret && endpoint.address === target.endpoint.baseUrl
  }

  [Symbol.dispose](): void {
    this.#slot[Symbol.dispose]()
    this.#offer[Symbol.dispose]()
    this.#endpoint[Symbol.dispose]()
    this.#credential[Symbol.dispose]()
  }
}

/** A rest whose time is up waits for its probe, and nobody knows how long. */
function resting(reason: SkipReason, untilMs: number | null, clock: Pick<Clock, 'monotonicMs'>, by?: string): Refusal {
  const waitMs = Math.max(0, (untilMs ?? 0) - clock.monotonicMs())
  const hindrance = waitMs > 0 ? { leftMs: Math.ceil(waitMs), ...(by !== undefined && { by }) } : undefined
  return { reason, waitMs, hindrance }
}

/** Who waits for a window of a limit waits for its end, however far that is. */
function waitOf({ until }: TargetLimit, clock: Pick<Clock, 'now'>): number {
  return until === null ? SLOT_WAIT_MS : Math.max(0, until - clock.now())
}

/** All slots are taken; `limit` is null only where that has no number any more. */
function full({ inFlight, limit }: Pick<CredentialHealth, 'inFlight' | 'limit'>): Refusal {
  const hindrance = limit === null ? undefined : { inFlight, limit }
  return { reason: 'concurrency', waitMs: SLOT_WAIT_MS, hindrance }
}

function healthOf(known: KnownEndpoint | undefined, clock: Clock): EndpointHealth | undefined {
  if (!known) return undefined
  const { breakers, slots } = known
  const parts = breakers.resting().map(({ untilMs, ...part }) => ({ ...part, until: epochOf(untilMs, clock) }))
  return { breaker: breakers.state, until: epochOf(breakers.untilMs, clock), inFlight: slots.inFlight, parts }
}

function keepOnly(known: Map<string, unknown>, ids: { has(id: string): boolean }): void {
  for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
}
