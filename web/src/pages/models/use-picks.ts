import { useTexts } from '../../i18n/use-texts.ts'
import { many, useSearchParams } from '../../lib/search-params.ts'
import { toast } from '../../lib/toast.ts'
import { MOST_PICKS, toggledPick } from './compare.ts'

/** The models that are compared, kept in the address. */
export function usePicks() {
  const t = useTexts('models')
  const [search, change] = useSearchParams()
  const ids = many(search, 'pick')
  /** Takes one in or out of the picks, or of others that are shown in their place. */
  const toggle = (id: string, among: readonly string[] = ids) => {
    const next = toggledPick(among, id)
    if (next === null) toast.info(t('compare.full', { most: MOST_PICKS }))
    else change({ pick: next })
  }
  return {
    picked: (id: string) => ids.includes(id),
    toggle,
    clear: () => change({ pick: null }),
  }
}
