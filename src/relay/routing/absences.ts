import type { TargetEntry } from '../../core/directory.ts'
import { MINUTE_MS } from '../../core/time.ts'
import type { Candidate } from './candidates.ts'
import { createRest, type Pass } from './rest.ts'

/**
 * What upstreams said they do not have: a model, by one credential at one endpoint in one protocol. Each such offer rests, so
 * that it does not cost every request of that model a first attempt, and a probe finds out when it is there again.
 */
export type Absences = {
  /** When an offer may be asked again, on the monotonic clock; null when it may be asked now. */
  untilMs(candidate: Candidate): number | null
  enter(candidate: Candidate): Pass
  /** Notes that the upstream said so of an offer. */
  noted(candidate: Candidate, pass: Pass): void
  /** Notes that an offer was answered. */
  answered(candidate: Candidate, pass: Pass): void
  /** Forgets what was found out about some targets. */
  forget(which: (target: TargetEntry) => boolean): void
}

const RULES = { firstMs: MINUTE_MS, mostMs: 10 * MINUTE_MS }

const NOTHING_KNOWN: Pass = { probe: false, round: 0, [Symbol.dispose]: () => undefined }

/** Nothing is absent at first. */
export function createAbsences(monotonicMs: () => number): Absences {
  const known = new Map<string, { target: TargetEntry; rest: ReturnType<typeof createRest> }>()
  // Nearly always there are none, and a request need not even make the name.
  const find = (candidate: Candidate) => (known.size === 0 ? undefined : known.get(nameOf(candidate)))
  return {
    untilMs(candidate) {
      const rest = find(candidate)?.rest
      return rest && !rest.mayGo() ? rest.untilMs : null
    },
    enter: (candidate) => find(candidate)?.rest.enter() ?? NOTHING_KNOWN,
    noted(candidate, pass) {
      const { rest } = find(candidate) ?? { rest: createRest(monotonicMs) }
      // Those who asked together hear the same, and it is one piece of news.
      if (pass.round !== rest.round) return
      rest.begin(RULES)
      known.set(nameOf(candidate), { target: candidate.target, rest })
    },
    answered(candidate, pass) {
      if (find(candidate)?.rest.round === pass.round) known.delete(nameOf(candidate))
    },
    forget(which) {
      for (const [name, { target }] of known) if (which(target)) known.delete(name)
    },
  }
}

function nameOf({ target: { credential, endpoint, upstreamName }, protocol }: Candidate): string {
  return [credential.id, endpoint.id, protocol, upstreamName].join(' ')
}
