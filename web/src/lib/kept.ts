import { useLayoutEffect, useRef, useState } from 'react'
import { withoutSecrets, type SecretName } from './secret-fields.ts'
import { useUser } from './session.ts'
import { onTokensGone } from './tokens.ts'

/** So many forms that stood open when a session ended are kept. */
const MOST = 8

/** What came back of a form: nothing but what was typed, and of that no secrets; `lost` names those that are to be typed again. */
export type Kept = { typed: object; lost: readonly SecretName[] }

// In memory alone: what was typed is nobody's business after the tab is closed.
const drafts = new Map<string, Kept & { userId: string }>()

onTokensGone((why) => {
  // Whoever leaves by themselves leaves nothing behind.
  if (why !== 'expired') drafts.clear()
})

/** How something that is filled in gives away what was typed, and takes it back. */
type Filled<T extends object> = {
  /** What was typed, by field; null while nothing was. */
  typed: () => T | null
  lay: (typed: T) => void
}

/**
 * Gives what stood open when the session ended back what was typed, to the same user; `name` tells what it is about. Secrets are
 * never kept. Answers what came back; null when nothing did.
 */
export function useKept<T extends object>(name: string, filled: Filled<T>): Kept | null {
  const userId = useUser()?.id
  const [kept, setKept] = useState<Kept | null>(null)
  const latest = useRef({ filled, userId })
  useLayoutEffect(() => {
    latest.current = { filled, userId }
  })
  useLayoutEffect(() => {
    const draft = drafts.get(name)
    drafts.delete(name)
    if (draft !== undefined && draft.userId === latest.current.userId) {
      latest.current.filled.lay(draft.typed as T)
      setKept(draft)
    }
    return onTokensGone((why) => {
      const now = latest.current
      if (why !== 'expired' || now.userId === undefined) return
      const { open, lost } = withoutSecrets(now.filled.typed() ?? {})
      if (Object.keys(open).length === 0 && lost.length === 0) return
      const oldest = drafts.keys().next().value
      if (drafts.size >= MOST && oldest !== undefined) drafts.delete(oldest)
      drafts.set(name, { userId: now.userId, typed: open, lost })
    })
  }, [name])
  return kept
}
