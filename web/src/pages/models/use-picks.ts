import { useTexts } from '../../i18n/use-texts.ts'
import { many, useSearchParams } from '../../lib/search-params.ts'
import { toast } from '../../lib/toast.ts'
import { MOST_PICKS, toggledPick } from './compare.ts'

/** The models that are compared, kept in the address. */
export function usePicks() {
  const t = useTexts('models')
  const [search, change] = useSearchParams()
  const ids = many(search, 'pick')
  return {
    picked: (id: string) => ids.includes(id),
    toggle: (id: string) => {
      const next = toggledPick(ids, id)
      if (next === null) toast.info(t('compare.full', { most: MOST_PICKS }))
      else change({ pick: next })
    },
    clear: () => change({ pick: null }),
  }
}
