import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { changedIn } from './changed-in.ts'
import { useKept, type Kept } from './kept.ts'

/**
 * Gives a form that stood open when the session ended back what was typed, secrets apart. Fields that nobody touched have what is
 * there now: others may have changed it meanwhile.
 */
export function useKeptDraft<F extends FieldValues>(
  name: string,
  form: Pick<UseFormReturn<F>, 'formState' | 'getValues' | 'reset'>,
): Kept | null {
  const { isDirty, defaultValues = {} } = form.formState
  return useKept<Partial<F>>(name, {
    typed: () => (isDirty ? changedIn(form.getValues(), defaultValues) : null),
    lay: (typed) => form.reset({ ...form.getValues(), ...typed }, { keepDefaultValues: true }),
  })
}
