import { useState } from 'react'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { toast } from '../../lib/toast.ts'
import { credentialInputs, type Patch, type ProviderSource } from './use-provider.ts'

type Inputs = NonNullable<Patch['credentials']>

/** Saves the credentials of a provider as a form would have them, null where the one it is about is gone; `failure` says why it could not. */
export function useCredentialSave(
  { provider, source }: { provider: Provider; source: ProviderSource },
  onDone: () => void,
): { failure: string | null; save: (credentials: Inputs | null) => Promise<void> } {
  const t = useTexts('providers')
  const [failure, setFailure] = useState<string | null>(null)
  const save = async (credentials: Inputs | null) => {
    setFailure(null)
    if (credentials === null) return setFailure(t('detail.credentialGone'))
    const saved = await source.save(provider, { credentials })
    if (saved.ok) {
      toast.success(t('detail.saved'))
      onDone()
    } else if (saved.error) setFailure(whyOf(saved.error, t('act.noAnswer')))
  }
  return { failure, save }
}

/** The credentials of a provider with one of them changed; null where it is not there any more. */
export function withChanged(provider: Provider, id: string, change: Partial<Inputs[number]>): Inputs | null {
  const rows = credentialInputs(provider)
  if (!rows.some((row) => row.id === id)) return null
  return rows.map((row) => (row.id === id ? { ...row, ...change } : row))
}
