import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { listModels } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import type { KeyForm } from '../../lib/key/key-form.ts'
import { ask } from '../../lib/query.ts'
import { SomeField } from '../some-field.tsx'
import { useModelPicking } from './use-model-picking.ts'

/** Which models a key may ask for. */
export function ModelsField() {
  const t = useTexts('keys')
  const words = useModelPicking()
  const { watch, setValue, register, formState } = useFormContext<KeyForm>()
  const [mode, chosen] = watch(['models', 'allow_models'])
  const models = useQuery(ask(listModels))
  const known = models.data?.items.map(({ id }) => ({ id, name: id })) ?? []
  register('allow_models', { validate: (list, form) => form.models === 'all' || list.length > 0 })
  const choose = (list: string[]) =>
    setValue('allow_models', list, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return (
    <SomeField
      label={t('form.models')}
      hint={
        mode === 'all' ? t('form.models_all_hint') : t('form.models_hint', { chosen: chosen.length, all: known.length })
      }
      error={faultText(formState.errors.allow_models, t('rule.models'))}
      modes={[
        { value: 'all', label: t('models.all') },
        { value: 'some', label: t('form.models_some') },
      ]}
      mode={mode}
      onMode={(value) => setValue('models', value, { shouldDirty: true })}
      source={models}
      picker={mode === 'some' ? { known, chosen, onChoose: choose, words } : null}
    />
  )
}
