import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { askErrors } from '../../lib/traffic/ask.ts'
import { outcomeOfCode } from '../../lib/traffic/outcome.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { Status } from '../../ui/status.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { RankBones } from '../../ui/traffic/bones.tsx'
import { Ranking } from '../../ui/traffic/ranking.tsx'
import { useRange } from './use-range.ts'

const SHOWN = 6

/** What failed at the provider, and whom its cost was for. */
export function TrafficCards({ id }: { id: string }) {
  const t = useTexts('providers')
  const ui = useTexts('ui')
  const format = useFormat()
  const offers = useTexts('offers')
  const { own: query, range } = useRange(id)
  const errors = useQuery(askErrors('admin', query))
  return (
    <div className="g2e">
      <Card className="relative">
        <CardHead title={t('detail.errors.title')} remark={offers(`range.${range}`)}>
          <Link
            to="/admin/usage"
            search={{ tab: 'requests', provider: id, range, status: ['failed', 'refused'] } as never}
            className="t3"
          >
            {t('detail.errors.see')}
          </Link>
        </CardHead>
        <Block query={errors} bones={<RankBones rows={3} />}>
          {({ items }) =>
            items.length === 0 ? (
              <p className="t3">{t('detail.errors.none')}</p>
            ) : (
              <ul className="grid text-cell">
                {items.slice(0, SHOWN).map((group) => (
                  <li key={group.sample_id} className="row min-h-9 min-w-0">
                    <Status state={outcomeOfCode(group.http_status)}>{group.http_status}</Status>
                    <span className="el max-desk:whitespace-normal" title={group.message ?? group.error}>
                      {group.message ?? ui(`status.${outcomeOfCode(group.http_status)}`)}
                    </span>
                    <span className="sp" />
                    <span className="n nw">
                      {t('detail.errors.times', { count: group.count, n: format.count(group.count) })}
                    </span>
                    <span className="t3 n nw">{format.when(group.last_at)}</span>
                  </li>
                ))}
              </ul>
            )
          }
        </Block>
      </Card>
      <Card>
        <CardHead title={t('detail.spent.title')} remark={offers(`range.${range}`)} />
        <Ranking scope="admin" query={query} by="user" none={offers('mapping.none')} />
      </Card>
    </div>
  )
}
