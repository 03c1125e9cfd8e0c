import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { Controller, useForm, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { adminCreateProvider, type Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText, whyOf } from '../../lib/form-faults.ts'
import { toast } from '../../lib/toast.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { changedIn } from './changed-in.ts'
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
  const formId = useId()
  const [failure, setFailure] = useState<string | null>(null)
  const { name, priority, weight, allow_models } = credential
  const form = useForm<EditForm>({
    resolver: zodResolver(editForm),
    defaultValues: { name, priority, weight, allow_models },
  })
  const { isDirty, isSubmitting } = form.formState
  const { leave, done } = useUnsaved(isDirty, onClose)
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
    <Dialog
      open
      onClose={leave}
      title={t('detail.editOf', { name })}
      actions={
        <>
          <Button onClick={leave}>{t('act.cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} busy={isSubmitting}>
            {t('act.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="mt-3 grid gap-3" onSubmit={(event) => void save(event)}>
        <FailureNote text={failure} />
        <Fields form={form} models={[...new Set(provider.routes.map(({ model }) => model))].toSorted()} />
      </form>
    </Dialog>
  )
}

function Fields({ form, models }: { form: UseFormReturn<EditForm>; models: readonly string[] }) {
  const t = useTexts('providers')
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <TextField
        label={t('connection.credentialName')}
        maxLength={64}
        autoComplete="off"
        error={faultText(errors.name, t('bad.name'))}
        {...register('name')}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t('connection.priority')}
          inputMode="numeric"
          className="n"
          error={faultText(errors.priority, t('bad.priority'))}
          {...register('priority', { valueAsNumber: true })}
        />
        <TextField
          label={t('connection.weight')}
          inputMode="numeric"
          className="n"
          error={faultText(errors.weight, t('bad.weight'))}
          {...register('weight', { valueAsNumber: true })}
        />
      </div>
      <Controller
        control={form.control}
        name="allow_models"
        render={({ field }) => (
          <Field
            label={t('detail.allowModels')}
            group
            hint={t('detail.allowModelsHint')}
            error={faultText(errors.allow_models, t('bad.allowModels'))}
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
    </>
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
