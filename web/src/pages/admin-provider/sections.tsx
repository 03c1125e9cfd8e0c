import { useEffect, useRef, type ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'

const SECTIONS = ['overview', 'keys', 'mapping', 'limits', 'health', 'errors', 'changes'] as const

/** The way to each part of the page. */
export function SectionNav() {
  const t = useTexts('offers')
  return (
    <nav className="tabs overflow-x-auto" aria-label={t('section.label')}>
      {SECTIONS.map((id) => (
        <a key={id} href={`#${id}`} className="nw">
          {t(`section.${id}`)}
        </a>
      ))}
    </nav>
  )
}

/** A part of the page, where the way to it leads, from other pages too. */
export function Section({ id, children }: { id: (typeof SECTIONS)[number]; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  // The router looks for it before the provider has come.
  useEffect(() => {
    if (location.hash === `#${id}`) part.current?.scrollIntoView()
  }, [id])
  return (
    <div ref={part} id={id} className="grid scroll-mt-16 grid-cols-[minmax(0,1fr)] gap-3.5">
      {children}
    </div>
  )
}
