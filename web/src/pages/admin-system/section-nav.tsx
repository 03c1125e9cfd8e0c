import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dot } from '../../ui/dot.tsx'
import { Icon } from '../../ui/icon.tsx'
import { settingOf, type Change } from '../../lib/settings/draft.ts'
import { SECTIONS, type SectionId } from './sections.ts'

/** Links to the sections; a dot tells where something is not saved yet. `here` null: all are searched. */
export function SectionNav({ here, changes }: { here: SectionId | null; changes: readonly Change[] }) {
  const t = useTexts('config')
  return (
    <nav className="section-nav sys-nav" aria-label={t('sections')}>
      {SECTIONS.map(([id, icon]) => (
        <Link
          key={id}
          to="/admin/system"
          search={id === 'site' ? {} : { section: id }}
          className={id === here ? 'on' : ''}
          {...(id === here && { 'aria-current': 'page' as const, ref: toView })}
        >
          <Icon of={icon} />
          {t(`section.${id}`)}
          {changes.some(({ key }) => settingOf(key).group === id) && (
            <>
              <span className="sp" />
              <Dot tone="acc" />
              <span className="vh">{t('changed')}</span>
            </>
          )}
        </Link>
      ))}
    </nav>
  )
}

// On a phone the sections stand in one line that scrolls.
const toView = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'center' })
