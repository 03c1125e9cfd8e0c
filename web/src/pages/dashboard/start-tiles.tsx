import { Link } from '@tanstack/react-router'
import { ArrowRight, BookOpen, Layers, MessageSquare } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { tryWith } from '../../lib/playground/link.ts'
import { Icon } from '../../ui/icon.tsx'

const TILES = [
  { name: 'models', icon: Layers, to: '/dashboard/models-providers', search: {} },
  { name: 'tutorial', icon: BookOpen, to: '/dashboard/tutorial', search: {} },
  { name: 'playground', icon: MessageSquare, to: '/dashboard', search: tryWith({}) },
] as const

/** Where else somebody without any figures may look. */
export function StartTiles() {
  const t = useTexts('dashboard')
  return (
    <ul className="start-tiles">
      {TILES.map(({ name, icon, to, search }) => (
        <li key={name}>
          <Link to={to} search={search as never} className="card">
            <Icon of={icon} />
            <span>
              <b>{t(`start.tile.${name}.title`)}</b>
              <span className="t2">{t(`start.tile.${name}.text`)}</span>
            </span>
            <Icon of={ArrowRight} small />
          </Link>
        </li>
      ))}
    </ul>
  )
}
