import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { adminCreateProvider, adminProbeProvider, type Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import { changedIn } from '../../lib/changed-in.ts'
import { CredentialBasics, CredentialFrame } from './credential-frame.tsx'
import { useCredentialSave, withChanged } from './use-credential-save.ts'
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
  const { failure, save } = useCredentialSave({ provider, source }, done)
  const submit = form.handleSubmit((values) =>
    save(
      credential === null
        ? [...credentialInputs(provider), values]
        : withChanged(provider, credential.id, { ...changedIn(values, credential), status: 'active' }),
    ),
  )
  return (
    <FormProvider {...form}>
      <CredentialFrame
        title={credential === null ? t('detail.credentialTitle') : t('detail.replaceOf', { name: credential.name })}
        onSave={submit}
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
