import { useState } from 'react'
import { whyOf } from './form-faults.ts'
import { toast } from './toast.ts'

type Words = {
  failed: string
  /** What is said below when the server sent no sentence. */
  retry: string
}

type Act = (run: () => Promise<unknown>) => Promise<void>

/** Whether an act is under way, and the way to begin one; a message tells when it failed. */
export function useAct({ failed, retry }: Words): { busy: boolean; act: Act } {
  return useBusy((error) => toast.error(failed, whyOf(error, retry)))
}

type Deed = {
  busy: boolean
  /** Why the last one failed; null: it did not, or was put right since. */
  failure: string | null
  act: Act
  /** Says what is wrong, or that nothing is any more. */
  tell: (failure: string | null) => void
}

/** The same where what failed is told in place, in a form that stays open; `why` is what is said of a failure. */
export function useDeed(why: (error: unknown) => string): Deed {
  const [failure, tell] = useState<string | null>(null)
  const { busy, act } = useBusy((error) => tell(why(error)))
  const anew: Act = (run) => {
    tell(null)
    return act(run)
  }
  return { busy, failure, act: anew, tell }
}

function useBusy(onFault: (error: unknown) => void): { busy: boolean; act: Act } {
  const [busy, setBusy] = useState(false)
  const act: Act = async (run) => {
    setBusy(true)
    try {
      await run()
    } catch (error) {
      onFault(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, act }
}
