import { Controller, useFormContext } from 'react-hook-form'
import { MODEL_ABILITIES, MODEL_KINDS } from '../../../../src/contract/models.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { Chip } from '../../ui/chip.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ModelForm } from './model-form.ts'

/** What a model is called, how much it takes and what it can do. Stands inside a FormProvider. */
export function ModelFields({ isNew }: { isNew: boolean }) {
  const t = useTexts('providers')
  const { register, formState } = useFormContext<ModelForm>()
  const { errors } = formState
  return (
    <>
      <section className="grid grid-cols-1 gap-x-3.5 gap-y-3 desk:grid-cols-2" aria-label={t('model.basics')}>
        {isNew && (
          <div className="col-span-full">
            <TextField
              label={t('model.id')}
              hint={t('model.idHint')}
              required
              className="m"
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              error={faultText(errors.id, t('bad.model'))}
              {...register('id')}
            />
          </div>
        )}
        <TextField
          label={t('model.displayName')}
          maxLength={120}
          autoComplete="off"
          error={faultText(errors.display_name, t('bad.text'))}
          {...register('display_name')}
        />
        <TextField
          label={t('model.vendor')}
          maxLength={60}
          autoComplete="off"
          error={faultText(errors.vendor, t('bad.text'))}
          {...register('vendor')}
        />
        <TextField
          label={t('model.context')}
          inputMode="numeric"
          className="n"
          autoComplete="off"
          error={faultText(errors.context, t('bad.number'))}
          {...register('context')}
        />
        <TextField
          label={t('model.maxOutput')}
          inputMode="numeric"
          className="n"
          autoComplete="off"
          error={faultText(errors.max_output, t('bad.number'))}
          {...register('max_output')}
        />
        <TextField
          label={t('model.aliases')}
          hint={t('model.aliasesHint')}
          className="m"
          autoComplete="off"
          spellCheck={false}
          error={faultText(errors.aliases, t('bad.aliases'))}
          {...register('aliases')}
        />
        <Kind />
      </section>
      <Abilities />
    </>
  )
}

function Kind() {
  const t = useTexts('providers')
  const { control } = useFormContext<ModelForm>()
  return (
    <Controller
      control={control}
      name="kind"
      render={({ field }) => (
        <Field label={t('model.kind')}>
          {(wiring) => (
            <Select
              wiring={wiring}
              value={field.value}
              onChange={field.onChange}
              options={MODEL_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
            />
          )}
        </Field>
      )}
    />
  )
}

function Abilities() {
  const t = useTexts('providers')
  const { control } = useFormContext<ModelForm>()
  return (
    <Controller
      control={control}
      name="abilities"
      render={({ field }) => (
        <Field group label={t('model.abilities')}>
          {() => (
            <div className="row wrap">
              {MODEL_ABILITIES.map((ability) => {
                const on = field.value.includes(ability)
                return (
                  <Chip
                    key={ability}
                    on={on}
                    onClick={() =>
                      field.onChange(
                        MODEL_ABILITIES.filter((one) => (one === ability ? !on : field.value.includes(one))),
                      )
                    }
                  >
                    {t(`ability.${ability}`)}
                  </Chip>
                )
              })}
            </div>
          )}
        </Field>
      )}
    />
  )
}
