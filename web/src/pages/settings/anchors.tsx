import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { SECTIONS, type SectionId } from './sections.ts'

/** Links to the sections; the one that is read is marked. */
export function Anchors() {
  const t = useTexts('settings')
  const here = useReadSection()
  return (
    <nav className="section-nav anc" aria-label={t('anchors')}>
      {SECTIONS.map(([id, icon]) => (
        <Link
          key={id}
          to="."
          hash={id}
          replace
          className={id === here ? 'on' : ''}
          {...(id === here && { 'aria-current': 'location' as const })}
        >
          <Icon of={icon} />
          {t(`section.${id}`)}
        </Link>
      ))}
    </nav>
  )
}

/** The section at the top of the window; the last ones, which never get there, when they are asked for. */
function useReadSection(): SectionId {
  const [here, setHere] = useState<SectionId>('look')
  useEffect(() => {
    const look = () => {
      const asked = SECTIONS.find(([id]) => location.hash === `#${id}`)?.[0]
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      const passed = SECTIONS.findLast(
        ([id]) => (document.getElementById(id)?.getBoundingClientRect().top ?? 1e9) < 120,
      )
      setHere(atEnd && asked !== undefined ? asked : (passed?.[0] ?? 'look'))
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('hashchange', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('hashchange', look)
    }
  }, [])
  return here
}
