import { adminDeleteModel, adminListModels, adminPatchModel, type Model } from '../../../../src/contract/models.ts'
import { adminListPrices } from '../../../../src/contract/prices.ts'
import { adminListProviders } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { confirm } from '../../lib/confirm.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { inTurn, TURN_MS } from '../../lib/in-turn.ts'
import { ask, askAgain, changeAnswer, queryClient } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'

/** What is changed where it stands, and shown before the server has answered. */
type Shown = Partial<Pick<Model, 'enabled' | 'strategy' | 'first_token_ms' | 'idle_ms'>>

/** What the lists and the drawer can do to a model. */
export function useModelChanges() {
  const t = useTexts('providers')
  const list = ask(adminListModels)
  const show = (next: Model) =>
    changeAnswer(list, (shown) => ({
      ...shown,
      items: shown.items.map((item) => (item.id === next.id ? next : item)),
    }))
  const nameOf = (model: Model) => model.display_name || model.id

  const shownOf = (model: Model): Model =>
    queryClient.getQueryData(list.queryKey)?.items.find(({ id }) => id === model.id) ?? model

  const change = (model: Model, body: Shown): Promise<Model | null> => {
    const before = shownOf(model)
    show({ ...before, ...body })
    return inTurn(model.id, async (isLast) => {
      try {
        const next = await call(adminPatchModel, { params: { id: model.id }, body, withinMs: TURN_MS })
        // What was wished since then stays until it has an answer of its own.
        if (isLast()) show(next)
        return next
      } catch (error) {
        toast.error(t('modelList.failed', { name: nameOf(model) }), whyOf(error, t('act.noAnswer')))
        if (isLast()) {
          show(before)
          // Of what was wished before this, nobody knows here what became of it.
          await askAgain(adminListModels)
        }
        return null
      }
    })
  }

  const setEnabled = async (model: Model, on: boolean): Promise<void> => {
    const next = await change(model, { enabled: on })
    if (next === null) return
    toast.success(t(on ? 'modelList.enabledToast' : 'modelList.disabledToast', { name: nameOf(model) }), undefined, {
      label: t('providerList.undo'),
      run: () => void change(next, { enabled: model.enabled }),
    })
  }

  /** Asks first; whether the model is gone. */
  const remove = async (model: Model): Promise<boolean> => {
    const name = nameOf(model)
    const yes = await confirm({
      variant: 'danger',
      title: t('model.deleteTitle'),
      message: t('model.deleteText', { name }),
      confirmText: t('model.deleteConfirm'),
      typeToConfirm: model.id,
    })
    if (!yes) return false
    try {
      await call(adminDeleteModel, { params: { id: model.id } })
    } catch (error) {
      toast.error(t('model.deleteFailed', { name }), whyOf(error, t('act.noAnswer')))
      return false
    }
    toast.success(t('model.deleted', { name }))
    await reload()
    return true
  }

  const reload = () => askAgain(adminListModels, adminListPrices, adminListProviders)
  return { change, setEnabled, remove, reload }
}
