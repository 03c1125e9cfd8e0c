import { useLayoutEffect, useRef } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useUser } from './session.ts'
import { onTokensGone } from './tokens.ts'

/** So many forms that stood open when a session ended are kept. */
const MOST = 8

// In memory alone: what was typed is nobody's business after the tab is closed.
const drafts = new Map<string, { userId: string; values: unknown }>()

onTokensGone((why) => {
  // Whoever leaves by themselves leaves nothing behind.
  if (why !== 'expired') drafts.clear()
})

/** Gives a form that stood open when the session ended back what was typed, to the same user; `name` tells what it is about, and `secrets` are not kept. */
export function useKeptDraft<F extends FieldValues>(
  name: string,
  form: Pick<UseFormReturn<F>, 'formState' | 'getValues' | 'reset'>,
  secrets: readonly Path<F>[] = [],
): void {
  const userId = useUser()?.id
  const { isDirty, defaultValues } = form.formState
  const latest = useRef({ form, isDirty, defaultValues, secrets, userId })
  useLayoutEffect(() => {
    latest.current = { form, isDirty, defaultValues, secrets, userId }
  })
  useLayoutEffect(() => {
    const draft = drafts.get(name)
    drafts.delete(name)
    if (draft !== undefined && draft.userId === latest.current.userId) {
      latest.current.form.reset(draft.values as F, { keepDefaultValues: true })
    }
    return onTokensGone((why) => {
      const now = latest.current
      if (why !== 'expired' || !now.isDirty || now.userId === undefined) return
      const blank = Object.fromEntries(now.secrets.map((field) => [field, now.defaultValues?.[field]]))
      const oldest = drafts.keys().next().value
      if (drafts.size >= MOST && oldest !== undefined) drafts.delete(oldest)
      drafts.set(name, { userId: now.userId, values: { ...now.form.getValues(), ...blank } })
    })
  }, [name])
}
