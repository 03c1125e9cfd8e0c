import { useQueryClient } from '@tanstack/react-query'
import { adminListModels } from '../../../../src/contract/models.ts'
import { listModels } from '../../../../src/contract/catalogue.ts'
import { listKeys } from '../../../../src/contract/keys.ts'
import type { SavedView } from '../../../../src/contract/preferences.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { savePreferences, usePreference } from '../../lib/preferences.ts'
import { ask } from '../../lib/query.ts'
import { useScope, type Scope } from '../../lib/scope.ts'
import { useSearchParams, type Search } from '../../lib/search-params.ts'
import { fitting, patchFor, type Known } from '../../lib/traffic/views.ts'
import { toast } from '../../lib/toast.ts'
import { useZone } from '../../lib/use-format.ts'
import { columnsOf } from './columns.ts'

/** The own views, and what can be done with views. */
export function useViews() {
  const t = useTexts('usage')
  const views = usePreference('views')
  const scope = useScope()
  const zone = useZone()
  const client = useQueryClient()
  const [, change] = useSearchParams()
  const store = (next: readonly SavedView[]) =>
    savePreferences({ views: [...next] }).catch(() => void toast.error(t('views.failed_save'), t('views.retry')))

  const known = async (view: Search): Promise<Known> => ({
    cols: columnsOf(scope),
    ...(view['model'] !== undefined && { model: await modelsOf(scope) }),
    // Everybody's keys are too many to be asked for.
    ...(view['key'] !== undefined && scope === 'user' && { key: await keyIds() }),
  })
  // What cannot be asked for at the moment is taken to be there.
  const modelsOf = (of: Scope) =>
    (of === 'admin' ? client.fetchQuery(ask(adminListModels)) : client.fetchQuery(ask(listModels)))
      .then(({ items }) => items.map(({ id }) => id))
      .catch(() => undefined)
  const keyIds = () =>
    client
      .fetchQuery(ask(listKeys, { query: { tz: zone } }))
      .then(({ items }) => items.map(({ id }) => id))
      .catch(() => undefined)

  const apply = async (wanted: Search) => {
    const { view, gone } = fitting(wanted, await known(wanted))
    change(patchFor(view), { push: true })
    if (gone.length > 0) toast.warning(t('views.partly'), t('views.gone', { names: gone.join(t('or')) }))
  }
  return {
    views,
    apply: (wanted: Search) => void apply(wanted),
    save: (view: SavedView) => store([...views.filter(({ name }) => name !== view.name), view]),
    remove: (view: SavedView) => {
      void store(views.filter(({ name }) => name !== view.name))
      toast.info(t('views.removed', { name: view.name }), undefined, {
        label: t('views.undo'),
        run: () => void store(views),
      })
    },
  }
}
