import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { adminUserModels, listModels } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import type { KeyForm } from '../../lib/key/key-form.ts'
import { ask } from '../../lib/query.ts'
import { SomeField } from '../some-field.tsx'
import { useModelPicking } from './use-model-picking.ts'

/** Which models a key may ask for, of those its owner may use: null while nobody is chosen, left out for the reader. */
export function ModelsField({ owner }: { owner?: string | null | undefined }) {
  const t = useTexts('keys')
  const words = useModelPicking()
  const { watch, setValue, register, formState } = useFormContext<KeyForm>()
  const [mode, chosen] = watch(['models', 'allow_models'])
  const models = useUsable(owner)
  const known = models.data?.items.map(({ id }) => ({ id, name: id })) ?? []
  register('allow_models', { validate: (list, form) => form.models === 'all' || list.length > 0 })
  const choose = (list: string[]) =>
    setValue('allow_models', list, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return (
    <SomeField
      label={t('form.models')}
      hint={
        mode === 'all'
          ? t('form.models_all_hint')
          : owner === null
            ? t('form.models_whose')
            : t('form.models_hint', { chosen: chosen.length, all: known.length })
      }
      error={faultText(formState.errors.allow_models, t('rule.models'))}
      modes={[
        { value: 'all', label: t('models.all') },
        { value: 'some', label: t('form.models_some') },
      ]}
      mode={mode}
      onMode={(value) => setValue('models', value, { shouldDirty: true })}
      source={models}
      picker={mode === 'some' && owner !== null ? { known, chosen, onChoose: choose, words } : null}
    />
  )
}

function useUsable(owner: string | null | undefined) {
  const own = useQuery({ ...ask(listModels), enabled: owner === undefined })
  const theirs = useQuery({
    ...ask(adminUserModels, { params: { id: owner ?? '' } }),
    enabled: typeof owner === 'string',
    // What one may use must not stand under the name of the next.
    placeholderData: () => undefined,
  })
  return owner === undefined ? own : theirs
}
