import { useState } from 'react'
import { whyOf } from './form-faults.ts'
import { toast } from './toast.ts'

type Words = {
  failed: string
  /** What is said below when the server sent no sentence. */
  retry: string
}

/** Whether an act is under way, and the way to begin one; a message tells when it failed. */
export function useAct({ failed, retry }: Words): {
  busy: boolean
  act: (run: () => Promise<unknown>) => Promise<void>
} {
  const [busy, setBusy] = useState(false)
  const act = async (run: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await run()
    } catch (error) {
      toast.error(failed, whyOf(error, retry))
    } finally {
      setBusy(false)
    }
  }
  return { busy, act }
}
