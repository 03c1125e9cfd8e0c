import { adminListAudit } from '../../../../src/contract/audit.ts'
import {
  adminGetProvider,
  adminListProviders,
  adminRecoverCredential,
  adminTestProvider,
} from '../../../../src/contract/providers.ts'
import { adminSimulateRouting, type RoutingFate } from '../../../../src/contract/routing.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { askAgain } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { useAct } from '../../lib/use-act.ts'
import { useFormat } from '../../lib/use-format.ts'

/** Asks the endpoint of a candidate that rests with its credential; where that is answered well, it rests no more. Then it is simulated again. */
export function useProbeNow({ provider, endpoint, credential }: RoutingFate) {
  const t = useTexts('routing')
  const words = useTexts('providers')
  const format = useFormat()
  const name = `${provider.name} · ${credential.name ?? credential.last4}`
  const failed = t('probe.failed', { name })
  const { busy, act } = useAct({ failed, retry: words('act.noAnswer') })
  const probe = () =>
    act(async () => {
      const query = { endpoint: endpoint.id, credential: credential.id }
      const { results } = await call(adminTestProvider, { params: { id: provider.id }, query })
      const refused = results.find(({ ok }) => !ok)
      if (refused) toast.error(failed, [refused.http_status, refused.detail].filter(Boolean).join(' · '))
      else {
        await call(adminRecoverCredential, { params: { id: provider.id, credential_id: credential.id } })
        const took = format.duration(Math.max(...results.map(({ ms }) => ms)))
        toast.success(t('probe.well', { name }), t('probe.took', { took }))
      }
      await askAgain(adminSimulateRouting, adminListProviders, adminGetProvider, adminListAudit)
    })
  return { busy, probe }
}
