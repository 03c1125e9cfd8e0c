import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { useLocale } from '../../lib/locale.ts'
import type { Entry } from './entry.ts'

/** The settings of the gateway as entries; what they are called loads when they are first looked for. */
export function useSettingSpots(enabled: boolean) {
  const c = useTexts('common')
  const locale = useLocale()
  const query = useQuery({
    queryKey: ['palette', 'settings', locale],
    queryFn: () =>
      loadChunk(() => import('../../lib/palette/setting-spots.ts')).then(({ settingSpots }) => settingSpots(locale)),
    staleTime: Infinity,
    enabled,
  })
  const entries = (query.data ?? []).map(({ key, page, ...spot }): Entry => ({
    ...spot,
    id: `setting:${key}`,
    group: 'settings',
    icon: SlidersHorizontal,
    under: c(`places.${page}`),
  }))
  return { query, entries }
}
