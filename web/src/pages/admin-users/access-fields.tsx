import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { adminListModels } from '../../../../src/contract/models.ts'
import { adminListProviders } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { ask } from '../../lib/query.ts'
import { IpsField } from '../../ui/key/ips-field.tsx'
import { useModelPicking } from '../../ui/key/use-model-picking.ts'
import { SomeField } from '../../ui/some-field.tsx'
import type { UserForm } from './user-form.ts'

/** What the account may use, whatever its keys say: models, providers, and from which addresses; a reader's `own` tells theirs. */
export function AccessFields({ own }: { own: boolean }) {
  return (
    <>
      <ModelsField />
      <ProvidersField />
      <IpsField own={own} />
    </>
  )
}

const MODES = ['all', 'except', 'some'] as const
/** Where the models of a mode stand. */
const LIST_OF = { except: 'deny_models', some: 'allow_models' } as const

function ModelsField() {
  const t = useTexts('users')
  const words = useModelPicking()
  const { watch, setValue, register, formState } = useFormContext<UserForm>()
  const mode = watch('models')
  const models = useQuery(ask(adminListModels))
  for (const of of ['except', 'some'] as const)
    register(LIST_OF[of], { validate: (list, form) => form.models !== of || list.length > 0 })
  const list = mode === 'all' ? null : LIST_OF[mode]
  const known = models.data?.items.map(({ id }) => ({ id, name: id })) ?? []
  return (
    <SomeField
      label={t('access.models')}
      hint={t(`access.models_hint.${mode}`)}
      error={list === null ? undefined : faultText(formState.errors[list], t('access.pick_models'))}
      modes={MODES.map((value) => ({ value, label: t(`access.mode.${value}`) }))}
      mode={mode}
      onMode={(value) => setValue('models', value, { shouldDirty: true })}
      source={models}
      picker={
        list && {
          known,
          chosen: watch(list),
          onChoose: (next) => setValue(list, next, { shouldDirty: true, shouldValidate: formState.isSubmitted }),
          words,
        }
      }
    />
  )
}

function ProvidersField() {
  const t = useTexts('users')
  const { watch, setValue, register, formState } = useFormContext<UserForm>()
  const [mode, chosen] = watch(['providers', 'allow_providers'])
  const providers = useQuery(ask(adminListProviders))
  register('allow_providers', { validate: (list, form) => form.providers === 'all' || list.length > 0 })
  const known = providers.data?.items.map(({ id, name, preset }) => ({ id, name, marks: [preset, name] })) ?? []
  return (
    <SomeField
      label={t('access.providers')}
      hint={t(`access.providers_hint.${mode}`)}
      error={faultText(formState.errors.allow_providers, t('access.pick_providers'))}
      modes={(['all', 'some'] as const).map((value) => ({ value, label: t(`access.mode.${value}`) }))}
      mode={mode}
      onMode={(value) => setValue('providers', value, { shouldDirty: true })}
      source={providers}
      picker={
        mode === 'all'
          ? null
          : {
              known,
              chosen,
              onChoose: (next) =>
                setValue('allow_providers', next, { shouldDirty: true, shouldValidate: formState.isSubmitted }),
              words: {
                search: t('access.search_providers'),
                unknown: t('access.unknown_provider'),
                remove: (name) => t('access.remove_provider', { name }),
                more: (count) => t('access.more_providers', { count }),
              },
            }
      }
    />
  )
}
