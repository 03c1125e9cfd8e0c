import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { adminCreateProvider, type Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText, whyOf } from '../../lib/form-faults.ts'
import { toast } from '../../lib/toast.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { changedIn } from '../../lib/changed-in.ts'
import { CredentialBasics, CredentialFrame } from './credential-frame.tsx'
import { credentialInputs, type ProviderSource } from './use-provider.ts'

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
  const [failure, setFailure] = useState<string | null>(null)
  const { name, priority, weight, allow_models } = credential
  const form = useForm<EditForm>({
    resolver: zodResolver(editForm),
    defaultValues: { name, priority, weight, allow_models },
  })
  const { leave, done } = useUnsaved(form.formState.isDirty, onClose)
  const save = form.handleSubmit(async (values) => {
    setFailure(null)
    const rows = credentialInputs(provider)
    if (!rows.some(({ id }) => id === credential.id)) return setFailure(t('detail.credentialGone'))
    const credentials = rows.map((row) =>
      row.id === credential.id ? { ...row, ...changedIn(values, credential) } : row,
    )
    const saved = await source.save(provider, { credentials })
    if (saved.ok) {
      toast.success(t('detail.saved'))
      done()
    } else if (saved.error) setFailure(whyOf(saved.error, t('act.noAnswer')))
  })
  return (
    <FormProvider {...form}>
      <CredentialFrame title={t('detail.editOf', { name })} onSave={save} onClose={leave}>
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
