import { useFormContext, useWatch } from 'react-hook-form'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { faultsOf } from '../../lib/limits/rows.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { LimitsField } from '../../ui/limits/limits-field.tsx'
import { useLimitWords } from '../../ui/limits/use-limit-words.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { isFactor, type GroupForm } from './group-form.ts'
import { NAME_MAX, NOTE_MAX } from './user-form.ts'

/** What a group is called, what its users pay, and what they may use. */
export function GroupFields() {
  const t = useTexts('users')
  const words = useLimitWords()
  const { register, control, setValue, formState } = useFormContext<GroupForm>()
  const { errors } = formState
  const [rows, isDefault] = useWatch({ control, name: ['limits', 'default'] })
  const faults = errors.limits ? faultsOf(rows) : []
  register('limits', { validate: (value) => faultsOf(value).every((fault) => fault === null) })
  return (
    <>
      <TextField
        label={t('field.name')}
        beside
        required
        autoComplete="off"
        maxLength={NAME_MAX}
        error={faultText(errors.name, t('rule.name'))}
        {...register('name', { validate: (text) => text.trim() !== '' })}
      />
      <TextField
        label={t('group.multiplier')}
        beside
        inputMode="decimal"
        autoComplete="off"
        className="n"
        before={<span className="t3">×</span>}
        hint={t('group.multiplier_hint')}
        error={faultText(errors.multiplier, t('rule.multiplier'))}
        {...register('multiplier', { validate: isFactor })}
      />
      <TextArea
        label={t('group.allow')}
        beside
        rows={3}
        className="m"
        spellCheck={false}
        hint={t('group.allow_hint')}
        error={faultText(errors.allow_models, t('rule.models'))}
        {...register('allow_models')}
      />
      <Field label={t('limits.title')} group beside hint={t('group.limits_hint')}>
        {() => (
          <LimitsField
            rows={rows}
            onChange={(next) => setValue('limits', next, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
            faults={rows.map((_, at) => words.fault(faults[at]))}
          />
        )}
      </Field>
      <Field label={t('group.default')} group beside>
        {() => (
          <label className="row min-h-8 text-cell">
            <Checkbox checked={isDefault} onChange={(on) => setValue('default', on, { shouldDirty: true })} />
            {t('group.default_hint')}
          </label>
        )}
      </Field>
      <TextArea
        label={t('field.note')}
        beside
        rows={2}
        maxLength={NOTE_MAX}
        error={faultText(errors.note, t('rule.note', { max: NOTE_MAX }))}
        {...register('note')}
      />
    </>
  )
}
