import { useEffect, useRef, useState } from 'react'
import { savePreferences } from '../../lib/preferences.ts'

/** How long 「已保存」 stays. */
const SHOWN_MS = 2500

/** What became of the last choice: `saved` is said for a moment, `failed` until the next one; `idle` says nothing. */
export type Saving = 'idle' | 'saved' | 'failed'

/** Saves at once whatever is chosen, and says so for a moment; a failure stays until the next try. */
export function useSaving() {
  const [saving, setSaving] = useState<Saving>('idle')
  useEffect(() => {
    if (saving !== 'saved') return
    const timer = setTimeout(() => setSaving('idle'), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [saving])
  const latest = useRef<Promise<unknown> | null>(null)
  const follow = (work: Promise<unknown>) => {
    latest.current = work
    setSaving('idle')
    // An older answer says nothing of the choice that is shown.
    const say = (what: Saving) => latest.current === work && setSaving(what)
    work.then(
      () => say('saved'),
      () => say('failed'),
    )
  }
  return { saving, follow, save: (patch: Parameters<typeof savePreferences>[0]) => follow(savePreferences(patch)) }
}
