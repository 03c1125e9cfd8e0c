import { useLayoutEffect, useRef } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { sameJson } from './same-json.ts'
import { useUser } from './session.ts'
import { onTokensGone } from './tokens.ts'

/** So many forms that stood open when a session ended are kept. */
const MOST = 8

// In memory alone: what was typed is nobody's business after the tab is closed.
const drafts = new Map<string, { userId: string; typed: object }>()

onTokensGone((why) => {
  // Whoever leaves by themselves leaves nothing behind.
  if (why !== 'expired') drafts.clear()
})

/**
 * Gives a form that stood open when the session ended back what was typed, to the same user; `name` tells what it is about, and
 * `secrets` are not kept. Fields that nobody touched have what is there now: others may have changed it meanwhile.
 */
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
    const { form: opened, userId: reader } = latest.current
    if (draft !== undefined && draft.userId === reader) {
      opened.reset({ ...opened.getValues(), ...draft.typed }, { keepDefaultValues: true })
    }
    return onTokensGone((why) => {
      const now = latest.current
      if (why !== 'expired' || !now.isDirty || now.userId === undefined) return
      const isTyped = ([field, value]: [string, unknown]) =>
        !sameJson(value, now.defaultValues?.[field]) && !now.secrets.some((secret) => secret === field)
      const oldest = drafts.keys().next().value
      if (drafts.size >= MOST && oldest !== undefined) drafts.delete(oldest)
      drafts.set(name, {
        userId: now.userId,
        typed: Object.fromEntries(Object.entries(now.form.getValues()).filter(isTyped)),
      })
    })
  }, [name])
}
