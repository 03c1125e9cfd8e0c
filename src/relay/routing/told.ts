import type { TargetEntry } from '../../core/directory.ts'
import type { ProtocolId } from '../../core/protocol.ts'
import type { Candidate } from './candidates.ts'

/** What guards the offers of one name at one endpoint in one protocol; `target` is the one of which something was said last. */
type Told<G> = { target: TargetEntry; readonly protocol: ProtocolId; readonly guard: G }

/** What upstreams told of the offers of a credential; those that `nameOf` calls the same are told of together. */
export type ToldOf<G> = {
  /** Undefined while nothing was ever said. */
  find(candidate: Candidate): Told<G> | undefined
  /** The same, and where nothing was said yet, what begins now. */
  of(candidate: Candidate): Told<G>
  all(): Told<G>[]
  /** Forgets what is not among the credential's targets any more. */
  keep(targets: readonly TargetEntry[]): void
}

/** Nothing was said at first; `guard` is what one begins with of which something is. */
export function createTold<G>(nameOf: (target: TargetEntry) => string, guard: () => G): ToldOf<G> {
  // There are none of most credentials, and few of any. All are ways of the directory's.
  const known = new Map<string, Told<G>[]>()
  const among = (name: string, { target, protocol }: Candidate) =>
    known.get(name)?.find((told) => told.protocol === protocol && told.target.endpoint.id === target.endpoint.id)
  return {
    find: (candidate) => (known.size === 0 ? undefined : among(nameOf(candidate.target), candidate)),
    of(candidate) {
      const { target, protocol } = candidate
      const name = nameOf(target)
      const found = among(name, candidate)
      if (found) return found
      const told: Told<G> = { target, protocol, guard: guard() }
      known.set(name, [...(known.get(name) ?? []), told])
      return told
    },
    all: () => [...known.values()].flat(),
    keep(targets) {
      for (const [name, tolds] of known) {
        const own = targets.filter((target) => nameOf(target) === name)
        const kept = tolds.filter(({ target }) => own.some((other) => isSameWay(target, other)))
        if (kept.length > 0) known.set(name, kept)
        else known.delete(name)
      }
    },
  }
}

function isSameWay(a: TargetEntry, b: TargetEntry): boolean {
  return (
    a.credential.secret === b.credential.secret &&
    a.endpoint.id === b.endpoint.id &&
    a.endpoint.baseUrl === b.endpoint.baseUrl
  )
}
