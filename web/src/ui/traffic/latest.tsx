import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { BASE_PATHS, type Scope } from '../../lib/scope.ts'
import { askRequests, type TrafficQuery } from '../../lib/traffic/ask.ts'
import { Block } from './block.tsx'
import { RankBones } from './bones.tsx'
import { RequestCard } from './request-card.tsx'
import './traffic.css'

const ROWS = 10

type Props = { scope: Scope; query: TrafficQuery; filter: { key: string } | { user: string } }

/** The latest requests of a user or a key; each leads to its place in the list of all. */
export function Latest({ scope, query, filter }: Props) {
  const t = useTexts('glance')
  const navigate = useNavigate()
  const answer = useQuery(askRequests(scope, { ...query, limit: ROWS }))
  const to = `${BASE_PATHS[scope]}/usage`
  const open = (req: string) => void navigate({ to, search: { tab: 'requests', ...filter, req } })
  return (
    <section className="relative">
      <div className="row">
        <h3>{t('recent')}</h3>
        <span className="sp" />
        <Link to={to} search={{ tab: 'requests', ...filter }} className="text-cell">
          {t('all')}
        </Link>
      </div>
      <Block query={answer} bones={<RankBones rows={4} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="t3">{t('nothing')}</p>
          ) : (
            items.map((request) => (
              <RequestCard
                key={request.id}
                request={request}
                onOpen={open}
                from={'key' in filter ? request.client : request.key.name}
              />
            ))
          )
        }
      </Block>
    </section>
  )
}
