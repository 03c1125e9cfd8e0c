import { Bookmark, ChevronDown, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { useSearchParams, type Search } from '../../lib/search-params.ts'
import { BUILT_IN, BUILT_IN_OF, isSameView, viewOf, withoutTime, type Place } from '../../lib/traffic/views.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useViews } from './use-views.ts'

const SaveView = lazy(() => loadChunk(() => import('./save-view.tsx')).then((found) => ({ default: found.SaveView })))

/** Filters with a name: those everybody has, the own ones, and a way to keep what is shown. */
export function ViewMenu({ place }: { place: Place }) {
  const t = useTexts('usage')
  const [search] = useSearchParams()
  const { views, apply, remove } = useViews(place)
  const [saving, setSaving] = useState(false)
  const now = viewOf(search, place)
  // A built-in view names no time: it is still shown when that is another.
  const isShown = (view: Search) => isSameView(view, now) || isSameView(view, withoutTime(now))
  const builtIn = BUILT_IN_OF[place].find((name) => isShown(BUILT_IN[name]))
  const own = views.find((view) => isSameView(view.search, now))?.view
  const shown = own?.name ?? (builtIn && t(`views.${builtIn}`))
  const items: MenuItem[] = [
    ...BUILT_IN_OF[place].map((name) => ({
      label: t(`views.${name}`),
      checked: own === undefined && name === builtIn,
      onSelect: () => apply(BUILT_IN[name]),
    })),
    ...(views.length > 0 ? (['rule', { heading: t('views.own') }] as const) : []),
    ...views.map(({ view, search: wanted }) => ({
      label: view.name,
      checked: view === own,
      onSelect: () => apply(wanted),
    })),
    'rule',
    { label: t('views.save'), icon: Plus, disabled: Object.keys(now).length === 0, onSelect: () => setSaving(true) },
    ...(own
      ? [{ label: t('views.remove', { name: own.name }), icon: Trash2, danger: true, onSelect: () => void remove(own) }]
      : []),
  ]
  return (
    <>
      <Menu
        label={t('views.choose')}
        align="end"
        items={items}
        trigger={(trigger) => (
          <Button className="keep" small={place === 'overview'} {...trigger}>
            <Icon of={Bookmark} small />
            <span className="el max-w-45">
              {shown === undefined ? t('views.name') : t('views.is', { name: shown })}
            </span>
            <Icon of={ChevronDown} small />
          </Button>
        )}
      />
      <Suspense fallback={null}>
        {saving && <SaveView search={now} place={place} onClose={() => setSaving(false)} />}
      </Suspense>
    </>
  )
}
