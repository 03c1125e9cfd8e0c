import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTexts } from '../../i18n/use-texts.ts'
import type { KeyForm } from '../../lib/key/key-form.ts'
import { faultsOf } from '../../lib/limits/rows.ts'
import { Field } from '../field.tsx'
import { LimitsField } from '../limits/limits-field.tsx'
import { useLimitWords } from '../limits/use-limit-words.ts'

/** How much a key may use. */
export function KeyLimitsField({ beside }: { beside: ReactNode }) {
  const t = useTexts('limits')
  const words = useLimitWords()
  const { watch, setValue, register, formState } = useFormContext<KeyForm>()
  const rows = watch('limits')
  register('limits', { validate: (value) => faultsOf(value).every((fault) => fault === null) })
  const faults = formState.errors.limits ? faultsOf(rows) : []
  return (
    <Field label={t('title')} group beside>
      {() => (
        <>
          <LimitsField
            rows={rows}
            onChange={(next) => setValue('limits', next, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
            faults={rows.map((_, at) => words.fault(faults[at]))}
          />
          {beside}
        </>
      )}
    </Field>
  )
}
