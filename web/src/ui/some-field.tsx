import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { ErrorLine } from './error-state.tsx'
import { Field } from './field.tsx'
import { Segmented } from './segmented.tsx'
import { TagPicker } from './tag-picker.tsx'

type Props<M extends string> = {
  label: string
  hint: string
  error: string | undefined
  /** Whether all is meant, or some of it. */
  modes: readonly { value: M; label: string }[]
  mode: M
  onMode: (mode: M) => void
  /** What can be picked is on its way, or did not come. */
  source: UseQueryResult
  /** What is picked; null where nothing has to be. */
  picker: Omit<ComponentProps<typeof TagPicker>, 'wiring'> | null
}

/** All of something, or some of it by name. */
export function SomeField<M extends string>({ label, hint, error, modes, mode, onMode, source, picker }: Props<M>) {
  return (
    <Field label={label} group beside hint={hint} error={error}>
      {(wiring) => (
        <>
          <Segmented label={label} options={modes} value={mode} onChange={onMode} />
          {picker && <TagPicker {...picker} wiring={wiring} />}
          {source.isError && <ErrorLine error={source.error} onRetry={() => void source.refetch()} />}
        </>
      )}
    </Field>
  )
}
