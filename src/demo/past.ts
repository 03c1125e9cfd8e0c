import type { Clock } from '../core/time.ts'

/** A clock that can be put back, so that what is written meanwhile is dated by the day it tells of. */
export type Past = Clock & {
  /** Says this time, in epoch milliseconds, until it is put to another or back to the present. */
  put(at: number): void
  backToPresent(): void
}

/** Says what another clock says, until it is put back. */
export function createPast(present: Clock): Past {
  let at: number | null = null
  return {
    now: () => at ?? present.now(),
    monotonicMs: () => present.monotonicMs(),
    put: (time) => {
      at = time
    },
    backToPresent: () => {
      at = null
    },
  }
}
