import { adminListAudit } from '../../../../src/contract/audit.ts'
import { adminRecoverCredential, adminRecoverEndpoint } from '../../../../src/contract/provider-recovery.ts'
import {
  adminGetProvider,
  adminListProviders,
  adminTestProvider,
  type Probe,
} from '../../../../src/contract/providers.ts'
import { adminSimulateRouting } from '../../../../src/contract/routing.ts'
import type { ProviderPart } from '../../../../src/core/routing.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../call.ts'
import { askAgain } from '../query.ts'
import { toast } from '../toast.ts'
import { useAct } from '../use-act.ts'
import { useFormat } from '../use-format.ts'

/** What is tried at once. */
export type Probed = {
  provider: { id: string; name: string }
  /** What rests no more where it is answered well. */
  part: ProviderPart
  /** What its reader knows it by. */
  name: string
  /** The endpoint or credential it is asked with alone; absent: every endpoint, or the first credential that is on. */
  beside?: ProviderPart
}

/** Asks endpoints of a provider for their models with a credential; where they answer well, what was meant rests no more. */
export function useProbeNow({ provider, part, beside = part, name: own }: Probed) {
  const t = useTexts('providers')
  const format = useFormat()
  const name = `${provider.name} · ${own}`
  const failed = t('probe.failed', { name })
  const { busy, act } = useAct({ failed, retry: t('act.noAnswer') })
  const probe = () =>
    act(async () => {
      const query = { [part.kind]: part.id, [beside.kind]: beside.id }
      const { results } = await call(adminTestProvider, { params: { id: provider.id }, query })
      const { isWell, trouble } = verdictOf(results)
      if (isWell) await recover(provider.id, part)
      const said = trouble && saidOf(trouble, results.length > 1)
      const took = t('probe.took', { took: format.duration(Math.max(...results.map(({ ms }) => ms))) })
      if (!isWell) toast.error(failed, said ?? undefined)
      else if (said === null) toast.success(t('probe.well', { name }), took)
      else toast.warning(t('probe.well', { name }), said)
      await askAgain(adminSimulateRouting, adminListProviders, adminGetProvider, adminListAudit)
    })
  return { busy, probe }
}

/** Whoever cannot be reached says nothing of a credential: it is well where all who were reached took it. */
function verdictOf(results: readonly Probe[]): { isWell: boolean; trouble: Probe | null } {
  const reached = results.filter(({ http_status: status }) => status !== null)
  const refused = reached.find(({ ok }) => !ok)
  const trouble = refused ?? results.find(({ ok }) => !ok) ?? null
  return { isWell: reached.length > 0 && refused === undefined, trouble }
}

function saidOf({ base_url: address, http_status: status, detail }: Probe, isOneOfMany: boolean): string {
  return [isOneOfMany && address, status, detail].filter(Boolean).join(' · ')
}

function recover(id: string, part: ProviderPart) {
  return part.kind === 'credential'
    ? call(adminRecoverCredential, { params: { id, credential_id: part.id } })
    : call(adminRecoverEndpoint, { params: { id, endpoint_id: part.id } })
}
