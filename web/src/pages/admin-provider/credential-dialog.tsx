import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { adminCreateProvider, adminProbeProvider, type Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText, whyOf } from '../../lib/form-faults.ts'
import { toast } from '../../lib/toast.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { changedIn } from './changed-in.ts'
import { credentialInputs, type ProviderSource } from './use-provider.ts'

const credentialForm = adminCreateProvider.body.shape.credentials
  .unwrap()
  .element.pick({ name: true, priority: true, weight: true })
  .extend({ secret: adminProbeProvider.body.shape.secret })
type CredentialForm = z.input<typeof credentialForm>

type Props = {
  provider: Provider
  source: ProviderSource
  /** Null adds a new one. */
  credential: Provider['credentials'][number] | null
  onClose: () => void
}

/** A new secret: as another credential, or in the place of an old one. */
export function CredentialDialog({ provider, source, credential, onClose }: Props) {
  const t = useTexts('providers')
  const formId = useId()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<CredentialForm>({
    resolver: zodResolver(credentialForm),
    defaultValues: {
      name: credential?.name ?? t('connection.another', { n: provider.credentials.length + 1 }),
      secret: '',
      priority: credential?.priority ?? 1,
      weight: credential?.weight ?? 1,
    },
  })
  const { isDirty, isSubmitting } = form.formState
  const { leave, done } = useUnsaved(isDirty, onClose)
  const save = form.handleSubmit(async (values) => {
    setFailure(null)
    const rows = credentialInputs(provider)
    if (credential !== null && !rows.some(({ id }) => id === credential.id))
      return setFailure(t('detail.credentialGone'))
    const credentials =
      credential === null
        ? [...rows, values]
        : rows.map((row) =>
            row.id === credential.id ? { ...row, ...changedIn(values, credential), status: 'active' as const } : row,
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
      title={credential === null ? t('detail.credentialTitle') : t('detail.replaceOf', { name: credential.name })}
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
        {credential !== null && <p className="t2 text-cell">{t('detail.replaceText')}</p>}
        <FailureNote text={failure} />
        <Fields form={form} isNew={credential === null} />
      </form>
    </Dialog>
  )
}

function Fields({ form, isNew }: { form: UseFormReturn<CredentialForm>; isNew: boolean }) {
  const t = useTexts('providers')
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <SecretField
        label={isNew ? t('connection.secret') : t('detail.newSecret')}
        required
        autoFocus
        className="m"
        autoComplete="off"
        data-1p-ignore
        error={faultText(errors.secret, t('bad.secret'))}
        {...register('secret')}
      />
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
    </>
  )
}
