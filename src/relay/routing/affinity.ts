import { Latest } from '../../core/latest.ts'
import type { Candidate } from './candidates.ts'

/** Who answered a conversation last, so that its next turn finds the same cache and the same signatures. */
export type Affinity = {
  /** The candidate among these that answered before; undefined when it is not among them. */
  find(conversation: string, candidates: readonly Candidate[]): Candidate | undefined
  /** Who of these answered before and how long ago; forgets nothing, so that a simulation leaves no trace. */
  peek(conversation: string, candidates: readonly Candidate[]): { candidate: Candidate; agoMs: number } | undefined
  /** Notes who answered. */
  stick(conversation: string, candidate: Candidate): void
}

const MOST = 50_000

type Stuck = { endpointId: string; credentialId: string; atMs: number }

/** Remembers up to 50,000 conversations for `idleMs` each; the one that was idle longest makes room for a new one. */
export function createAffinity(monotonicMs: () => number, idleMs: () => number, most = MOST): Affinity {
  const known = new Latest<string, Stuck>(most)
  const among = (stuck: Stuck, candidates: readonly Candidate[]) =>
    candidates.find(
      ({ target }) => target.endpoint.id === stuck.endpointId && target.credential.id === stuck.credentialId,
    )
  return {
    find(conversation, candidates) {
      const stuck = known.get(conversation)
      if (!stuck) return undefined
      const found = among(stuck, candidates)
      if (found && monotonicMs() - stuck.atMs < idleMs()) return found
      known.delete(conversation)
      return undefined
    },
    peek(conversation, candidates) {
      const stuck = known.get(conversation)
      const candidate = stuck && among(stuck, candidates)
      return candidate && { candidate, agoMs: monotonicMs() - stuck.atMs }
    },
    stick(conversation, { target }) {
      known.set(conversation, {
        endpointId: target.endpoint.id,
        credentialId: target.credential.id,
        atMs: monotonicMs(),
      })
    },
  }
}
