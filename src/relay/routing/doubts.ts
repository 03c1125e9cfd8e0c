import type { TargetEntry } from '../../core/directory.ts'
import { Latest } from '../../core/latest.ts'
import { MINUTE_MS } from '../../core/time.ts'

/** Credentials that an upstream refused without saying whether it meant them or what was asked. */
export type Doubts = {
  /** Has it found out whether a credential is refused, at most once a minute; `proven` hears where it is. */
  raise(target: TargetEntry, proven: () => void): void
}

/** Whether an endpoint refuses a credential something no caller has a hand in; does not reject. */
export type Refuses = (target: TargetEntry) => Promise<boolean>

const MOST = 1000

/** No credential is in doubt at first. */
export function createDoubts(monotonicMs: () => number, refuses: Refuses): Doubts {
  const raised = new Latest<string, number>(MOST)
  return {
    raise(target, proven) {
      const { id } = target.credential
      const lastMs = raised.get(id)
      if (lastMs !== undefined && monotonicMs() - lastMs < MINUTE_MS) return
      raised.set(id, monotonicMs())
      void refuses(target).then((refused) => {
        if (refused) proven()
      })
    },
  }
}
