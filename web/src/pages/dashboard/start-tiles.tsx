import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, BookOpen, Layers, MessageSquare } from 'lucide-react'
import { listModels } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { tryWith } from '../../lib/playground/link.ts'
import { ask } from '../../lib/query.ts'
import { Icon } from '../../ui/icon.tsx'

const TILES = [
  { name: 'models', icon: Layers, to: '/dashboard/models-providers', search: {} },
  { name: 'tutorial', icon: BookOpen, to: '/dashboard/tutorial', search: {} },
  { name: 'playground', icon: MessageSquare, to: '/dashboard', search: tryWith({}) },
] as const

/** Where else somebody without any figures may look. */
export function StartTiles() {
  const t = useTexts('start')
  const offered = useQuery(ask(listModels)).data?.items.length ?? 0
  return (
    <ul className="start-tiles">
      {TILES.map(({ name, icon, to, search }) => (
        <li key={name}>
          <Link to={to} search={search} className="card">
            <Icon of={icon} />
            <span>
              <b>{t(`tile.${name}.title`)}</b>
              <span className="t2">
                {name === 'models' && offered > 0 ? t('offered', { count: offered }) : t(`tile.${name}.text`)}
              </span>
            </span>
            <Icon of={ArrowRight} small />
          </Link>
        </li>
      ))}
    </ul>
  )
}
