import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { adminListAudit } from '../../../../src/contract/audit.ts'
import type { LimitInput, LimitView } from '../../../../src/contract/limits.ts'
import { adminListCredentialLimits, adminPutCredentialLimits } from '../../../../src/contract/upstream-limits.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { withConsent } from '../../lib/consent.ts'
import { ask, askAgain } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { BulkLimits } from '../../ui/limits/bulk-limits-lazy.tsx'

const EVERY_MS = 10_000

/** The limits of each of a provider's credentials; undefined while they are not known. */
export function useCredentialLimits(provider: string): (id: string) => readonly LimitView[] | undefined {
  const question = ask(adminListCredentialLimits, { params: { id: provider } })
  const items = useQuery({ ...question, refetchInterval: EVERY_MS }).data?.items
  return (id) => items?.find((one) => one.id === id)?.limits
}

type Props = { credential: { id: string; name: string }; limits: readonly LimitView[]; onClose: () => void }

/** What a credential may charge and be asked. */
export function CredentialLimits({ credential, limits, onClose }: Props) {
  const t = useTexts('providers')
  const apply = async (wanted: LimitInput[]): Promise<boolean> => {
    const saved = await withConsent((consent) =>
      call(adminPutCredentialLimits, { params: { id: credential.id }, body: { limits: wanted, ...consent } }),
    )
    if (saved === undefined) return false
    await askAgain(adminListCredentialLimits, adminListAudit)
    toast.success(t('detail.saved'))
    return true
  }
  return (
    <Suspense fallback={null}>
      <BulkLimits items={[{ ...credential, limits }]} otherwise={t('act.noAnswer')} onApply={apply} onClose={onClose} />
    </Suspense>
  )
}
