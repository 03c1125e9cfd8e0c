import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { adminCreateProvider, type Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { changedIn } from '../../lib/changed-in.ts'
import { CredentialBasics, CredentialFrame } from './credential-frame.tsx'
import { useCredentialSave, withChanged } from './use-credential-save.ts'
import type { ProviderSource } from './use-provider.ts'

const editForm = adminCreateProvider.body.shape.credentials
  .unwrap()
  .element.pick({ name: true, priority: true, weight: true })
  .extend({ allow_models: z.array(z.string()).min(1).nullable() })
type EditForm = z.input<typeof editForm>

type Props = {
  provider: Provider
  source: ProviderSource
  credential: Provider['credentials'][number]
  onClose: () => void
}

/** What a credential is called, when it is used, and for which models; its secret stays. */
export function CredentialEdit({ provider, source, credential, onClose }: Props) {
  const t = useTexts('providers')
  const { name, priority, weight, allow_models } = credential
  const form = useForm<EditForm>({
    resolver: zodResolver(editForm),
    defaultValues: { name, priority, weight, allow_models },
  })
  const { leave, done } = useUnsaved(form.formState.isDirty, onClose)
  const { failure, save } = useCredentialSave({ provider, source }, done)
  const submit = form.handleSubmit((values) =>
    save(withChanged(provider, credential.id, changedIn(values, credential))),
  )
  return (
    <FormProvider {...form}>
      <CredentialFrame title={t('detail.editOf', { name })} onSave={submit} onClose={leave}>
        <FailureNote text={failure} />
        <CredentialBasics />
        <AllowedModels models={[...new Set(provider.routes.map(({ model }) => model))].toSorted()} />
      </CredentialFrame>
    </FormProvider>
  )
}

function AllowedModels({ models }: { models: readonly string[] }) {
  const t = useTexts('providers')
  const { control, formState } = useFormContext<EditForm>()
  return (
    <Controller
      control={control}
      name="allow_models"
      render={({ field }) => (
        <Field
          label={t('detail.allowModels')}
          group
          hint={t('detail.allowModelsHint')}
          error={faultText(formState.errors.allow_models, t('bad.allowModels'))}
        >
          {() => (
            <>
              <Segmented
                label={t('detail.allowModels')}
                value={field.value === null ? 'all' : 'some'}
                options={[
                  { value: 'all', label: t('detail.allModels') },
                  { value: 'some', label: t('detail.someModels') },
                ]}
                onChange={(mode) => field.onChange(mode === 'all' ? null : [])}
              />
              {field.value !== null && <Choices models={models} chosen={field.value} onChange={field.onChange} />}
            </>
          )}
        </Field>
      )}
    />
  )
}

type ChoicesProps = { models: readonly string[]; chosen: readonly string[]; onChange: (chosen: string[]) => void }

/** Models that are allowed and no longer routed stay on offer, so that they can be taken off. */
function Choices({ models, chosen, onChange }: ChoicesProps) {
  const all = [...models, ...chosen.filter((model) => !models.includes(model))]
  return (
    <ul className="mt-2 grid max-h-60 overflow-auto rounded-card border border-line p-2 desk:grid-cols-2">
      {all.map((model) => (
        <li key={model}>
          <label className="row min-h-8 text-cell">
            <Checkbox
              checked={chosen.includes(model)}
              onChange={(on) => onChange(all.filter((one) => (one === model ? on : chosen.includes(one))))}
            />
            <span className="m el">{model}</span>
          </label>
        </li>
      ))}
    </ul>
  )
}
