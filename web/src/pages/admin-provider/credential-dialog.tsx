import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { adminCreateProvider, adminProbeProvider, type Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText, whyOf } from '../../lib/form-faults.ts'
import { toast } from '../../lib/toast.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import { changedIn } from '../../lib/changed-in.ts'
import { CredentialBasics, CredentialFrame } from './credential-frame.tsx'
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
  const { isDirty, errors } = form.formState
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
    <FormProvider {...form}>
      <CredentialFrame
        title={credential === null ? t('detail.credentialTitle') : t('detail.replaceOf', { name: credential.name })}
        onSave={save}
        onClose={leave}
      >
        {credential !== null && <p className="t2 text-cell">{t('detail.replaceText')}</p>}
        <FailureNote text={failure} />
        <SecretField
          label={credential === null ? t('connection.secret') : t('detail.newSecret')}
          required
          autoFocus
          className="m"
          autoComplete="off"
          data-1p-ignore
          error={faultText(errors.secret, t('bad.secret'))}
          {...form.register('secret')}
        />
        <CredentialBasics />
      </CredentialFrame>
    </FormProvider>
  )
}
