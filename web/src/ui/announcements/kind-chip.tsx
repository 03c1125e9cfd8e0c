import { CircleAlert, Info, TriangleAlert, Wrench, type LucideIcon } from 'lucide-react'
import type { AnnouncementKind } from '../../../../src/contract/announcements.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Icon } from '../icon.tsx'

/** The icon and the tone of each kind. */
export const KIND_LOOKS = {
  info: { icon: Info, tone: 'info' },
  warning: { icon: TriangleAlert, tone: 'warn' },
  maintenance: { icon: Wrench, tone: '' },
  important: { icon: CircleAlert, tone: 'err' },
} as const satisfies Record<AnnouncementKind, { icon: LucideIcon; tone: string }>

/** The kind of an announcement as colour, shape and word. */
export function KindChip({ kind }: { kind: AnnouncementKind }) {
  const t = useTexts('announcements')
  const { icon, tone } = KIND_LOOKS[kind]
  return (
    <span className={`st ${tone}`}>
      <Icon of={icon} />
      {t(`kind.${kind}`)}
    </span>
  )
}
