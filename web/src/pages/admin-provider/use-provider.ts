import { useQuery } from '@tanstack/react-query'
import { adminListAudit } from '../../../../src/contract/audit.ts'
import type { BodyInputOf } from '../../../../src/contract/endpoint.ts'
import {
  adminGetProvider,
  adminListProviders,
  adminPatchProvider,
  type Provider,
} from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { withConsent } from '../../lib/consent.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { inTurn, TURN_MS } from '../../lib/in-turn.ts'
import { ask, askAgain, queryClient, takeAnswer } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'

/** A change as it is sent: what is left out stays, and a list replaces the one that was there. */
export type Patch = Omit<BodyInputOf<typeof adminPatchProvider>, 'password'>

/** Whether a change was saved; `error` when it was refused, null when somebody else was faster (`isOld`) and the newest state is loaded, and when its author declined to give the password. */
type Saved = { ok: true; provider: Provider } | { ok: false; error: CallError | null; isOld: boolean }

const HEALTH_EVERY_MS = 10_000

/** One provider and the way to change it: every change is made `from` what its author saw, and refused when that is old. */
export function useProvider(id: string) {
  const t = useTexts('providers')
  const question = ask(adminGetProvider, { params: { id } })
  // No placeholder: another provider's data must not stand here, not even for a moment.
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...question,
    placeholderData: (old) => (old?.id === id ? old : undefined),
    // How it is at this moment is worth looking at while somebody waits for it.
    refetchInterval: HEALTH_EVERY_MS,
  })

  const save = async (from: Provider, patch: Patch): Promise<Saved> => {
    try {
      const provider = await withConsent((consent) =>
        call(adminPatchProvider, {
          params: { id },
          body: { ...patch, ...consent },
          ifMatch: from.version,
          withinMs: TURN_MS,
        }),
      )
      if (!provider) return { ok: false, error: null, isOld: false }
      takeAnswer(question, provider)
      void askAgain(adminListAudit)
      await askAgain(adminListProviders)
      return { ok: true, provider }
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause
      if (cause.status !== 409) return { ok: false, error: cause, isOld: false }
      await refetch()
      toast.warning(t('detail.conflictTitle'), t('detail.conflictText'))
      return { ok: false, error: null, isOld: true }
    }
  }

  /** For what has no form of its own: made from what is there when its turn has come, so that it keeps what was changed just before. */
  const act = (given: Provider, patchOf: (now: Provider) => Patch): Promise<Saved> =>
    inTurn(id, () => {
      const now = queryClient.getQueryData(question.queryKey) ?? given
      return save(now, patchOf(now))
    })

  /** The same; failures become a toast. */
  const change = async (given: Provider, patchOf: (now: Provider) => Patch, done?: string): Promise<boolean> => {
    const saved = await act(given, patchOf)
    if (saved.ok && done !== undefined) toast.success(done)
    if (!saved.ok && saved.error) toast.error(t('detail.saveFailed'), whyOf(saved.error, t('act.noAnswer')))
    return saved.ok
  }
  return { provider: data, error, isPending, isFetching, refetch, save, act, change }
}
/** What `useProvider` gives: the provider as last heard, undefined before that, and the ways to change it. */
export type ProviderSource = ReturnType<typeof useProvider>

/** The rows of a list as a change sends them back: known ones by their id, without what the server keeps. */
export const credentialInputs = (provider: Provider): NonNullable<Patch['credentials']> =>
  provider.credentials.map(({ id, name, priority, weight, status }) => ({
    id,
    name,
    priority,
    weight,
    status: status === 'disabled' ? 'disabled' : 'active',
  }))

/** The same for routes, which are known by model and upstream name instead of an id. */
export const routeInputs = (provider: Provider): NonNullable<Patch['routes']> =>
  provider.routes.map(({ model, upstream_name, enabled }) => ({ model, upstream_name, enabled }))
