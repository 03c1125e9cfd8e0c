import { adminListAudit } from '../../../../src/contract/audit.ts'
import type { BodyInputOf } from '../../../../src/contract/endpoint.ts'
import {
  adminDeleteProvider,
  adminGetProvider,
  adminListProviders,
  adminPatchProvider,
  type Provider,
} from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError } from '../call-error.ts'
import { call } from '../call.ts'
import { confirm } from '../confirm.ts'
import { whyOf } from '../form-faults.ts'
import { inTurn, TURN_MS } from '../in-turn.ts'
import { ask, askAgain, changeAnswer, queryClient, takeAnswer } from '../query.ts'
import { toast } from '../toast.ts'

type Patch = BodyInputOf<typeof adminPatchProvider>

/** What a row of the list can do to its provider. Each change shows at once, is taken back when refused, and says so. */
export function useProviderChanges() {
  const t = useTexts('providers')
  const list = ask(adminListProviders)
  const show = (next: Provider) =>
    changeAnswer(list, (shown) => ({
      ...shown,
      items: shown.items.map((item) => (item.id === next.id ? next : item)),
    }))
  const reload = () => askAgain(adminListProviders)

  const shownOf = (provider: Provider): Provider =>
    queryClient.getQueryData(list.queryKey)?.items.find(({ id }) => id === provider.id) ?? provider

  const change = (provider: Provider, patch: Patch): Promise<Provider | null> => {
    const before = shownOf(provider)
    show({
      ...before,
      ...('status' in patch && patch.status ? { status: patch.status } : {}),
      ...(patch.priority ? { priority: patch.priority } : {}),
    })
    return inTurn(provider.id, async (isLast) => {
      try {
        const next = await call(adminPatchProvider, {
          params: { id: provider.id },
          body: patch,
          ifMatch: shownOf(provider).version,
          withinMs: TURN_MS,
        })
        // What was wished since then stays until it has an answer of its own.
        show(isLast() ? next : { ...shownOf(provider), version: next.version })
        takeAnswer(ask(adminGetProvider, { params: { id: next.id } }), next)
        void askAgain(adminListAudit)
        return next
      } catch (error) {
        const conflict = error instanceof CallError && error.status === 409
        if (conflict) toast.warning(t('providerList.changed', { name: provider.name }))
        else toast.error(t('providerList.failed', { name: provider.name }), whyOf(error, t('act.noAnswer')))
        if (isLast()) {
          show(before)
          await reload()
        }
        return null
      }
    })
  }

  const setEnabled = async (provider: Provider, on: boolean): Promise<void> => {
    const next = await change(provider, { status: on ? 'active' : 'disabled' })
    if (next === null) return
    toast.success(t(on ? 'providerList.enabledToast' : 'providerList.disabledToast', { name: next.name }), undefined, {
      label: t('providerList.undo'),
      run: () => void change(next, { status: provider.status }),
    })
  }

  const setPriority = async (provider: Provider, priority: number): Promise<void> => {
    const next = await change(provider, { priority })
    if (next === null) return
    toast.success(t('providerList.priorityToast', { name: next.name, priority }), undefined, {
      label: t('providerList.undo'),
      run: () => void change(next, { priority: provider.priority }),
    })
  }

  const remove = async (provider: Provider): Promise<boolean> => {
    const yes = await confirm({
      variant: 'danger',
      title: t('remove.title'),
      message: t('remove.message', { name: provider.name }),
      confirmText: t('remove.confirm'),
      typeToConfirm: provider.name,
    })
    if (!yes) return false
    try {
      await call(adminDeleteProvider, { params: { id: provider.id } })
    } catch (error) {
      toast.error(t('remove.failed', { name: provider.name }), whyOf(error, t('act.noAnswer')))
      return false
    }
    toast.success(t('remove.done', { name: provider.name }))
    await reload()
    return true
  }
  return { setEnabled, setPriority, remove }
}
