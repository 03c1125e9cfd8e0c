import { useQueryClient } from '@tanstack/react-query'
import type { SavedView } from '../../../../src/contract/preferences.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { saveView, usePreference } from '../../lib/preferences.ts'
import { useReader } from '../../lib/traffic/use-reader.ts'
import { useSearchParams, type Search } from '../../lib/search-params.ts'
import { toast } from '../../lib/toast.ts'
import { fitting, fromStored, patchFor, type Place } from '../../lib/traffic/views.ts'
import { useZone } from '../../lib/use-format.ts'

// What a view is held against is asked for when one is chosen.
const loadKnown = () => loadChunk(() => import('./known-values.ts'))

/** The own views of a place, and what can be done with views. */
export function useViews(place: Place) {
  const t = useTexts('usage')
  const views = usePreference('views')
  const reader = useReader()
  const zone = useZone()
  const client = useQueryClient()
  const [, change] = useSearchParams()
  /** Tells whether it was kept. */
  const store = (view: { name: string; search: string | null }) =>
    saveView(view).then(
      () => true,
      () => {
        toast.error(t('views.failed_save'), t('views.retry'))
        return false
      },
    )
  const apply = async (wanted: Search) => {
    const { knownFor } = await loadKnown()
    const { view, gone } = fitting(wanted, await knownFor(wanted, { client, reader, zone }))
    change(patchFor(view, place), { push: true })
    if (gone.length > 0) toast.warning(t('views.partly'), t('views.gone', { names: gone.join(t('or')) }))
  }
  return {
    /** How all own views are called, wherever they are of. */
    names: views.map(({ name }) => name),
    views: views.map((view) => ({ ...fromStored(view), view })).filter((own) => own.place === place),
    apply: (wanted: Search) => void apply(wanted),
    save: (view: SavedView) => store(view),
    remove: async (view: SavedView) => {
      if (!(await store({ name: view.name, search: null }))) return
      toast.info(t('views.removed', { name: view.name }), undefined, {
        label: t('views.undo'),
        run: () => void store(view),
      })
    },
  }
}
