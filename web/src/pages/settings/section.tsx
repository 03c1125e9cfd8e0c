import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import type { SectionId } from './sections.ts'

/** A card of settings under its heading. */
export function Section({ id, remark, children }: { id: SectionId; remark?: ReactNode; children: ReactNode }) {
  const t = useTexts('settings')
  return (
    <Card flush id={id} className="sec" aria-label={t(`section.${id}`)}>
      <CardHead title={t(`section.${id}`)}>{remark !== undefined && <span className="t3">{remark}</span>}</CardHead>
      {children}
    </Card>
  )
}
