import { useFormContext } from 'react-hook-form'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { Chip } from '../chip.tsx'
import { Field } from '../field.tsx'
import { TextField } from '../text-field.tsx'
import { NAME_MAX, NOTE_MAX, type KeyForm } from '../../lib/key/key-form.ts'

/** The name of a key, with names that many give. */
export function NameField({ fresh }: { fresh: boolean }) {
  const t = useTexts('keys')
  const { register, watch, setValue, formState } = useFormContext<KeyForm>()
  const name = watch('name')
  const usual = ['Claude Code', 'Codex', 'Gemini CLI', t('form.production'), t('form.testing')]
  const error = formState.errors.name
  const rule = t(error?.type === 'maxLength' ? 'rule.name_long' : 'rule.name', { max: NAME_MAX })
  return (
    <Field label={t('form.name')} required beside error={faultText(error, rule)}>
      {(wiring) => (
        <>
          <span className={`in ${error ? 'bad' : ''}`}>
            <input
              {...wiring}
              {...register('name', {
                validate: {
                  required: (text) => text.trim() !== '',
                  maxLength: (text) => text.trim().length <= NAME_MAX,
                },
              })}
              autoComplete="off"
              data-focus-first
            />
            <span className="t3 n" aria-hidden="true">
              {name.trim().length} / {NAME_MAX}
            </span>
          </span>
          {fresh && (
            <span className="row wrap" style={{ gap: 6 }}>
              <span className="t3 hide">{t('form.usual')}</span>
              {usual.map((one) => (
                <Chip
                  key={one}
                  on={name === one}
                  onClick={() => setValue('name', one, { shouldDirty: true, shouldValidate: true })}
                >
                  {one}
                </Chip>
              ))}
            </span>
          )}
        </>
      )}
    </Field>
  )
}

/** A remark to a key. */
export function NoteField() {
  const t = useTexts('keys')
  const { register, formState } = useFormContext<KeyForm>()
  const rule = t('rule.note_long', { max: NOTE_MAX })
  return (
    <TextField
      label={t('form.note')}
      beside
      autoComplete="off"
      error={faultText(formState.errors.note, rule)}
      {...register('note', { maxLength: NOTE_MAX })}
    />
  )
}
