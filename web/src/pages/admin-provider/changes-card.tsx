import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { adminListAudit, type AuditEvent } from '../../../../src/contract/audit.ts'
import type { Texts } from '../../i18n/texts.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { RankBones } from '../../ui/traffic/bones.tsx'

const SHOWN = 8

/** Who changed the provider, newest first. */
export function ChangesCard({ id }: { id: string }) {
  const t = useTexts('providers')
  const format = useFormat()
  const query = useQuery(ask(adminListAudit, { query: { target_id: id, limit: SHOWN } }))
  return (
    <Card className="relative">
      <CardHead title={t('detail.changes.title')}>
        <Link to="/admin/audit-logs" search={{ target_id: id } as never} className="t3">
          {t('detail.changes.all')}
        </Link>
      </CardHead>
      <Block query={query} bones={<RankBones rows={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="t3">{t('detail.changes.none')}</p>
          ) : (
            <ul className="grid text-cell">
              {items.map((event) => (
                <li key={event.id} className="row min-h-9 min-w-0">
                  <span className="t3 n nw" title={format.whenExact(event.at)}>
                    {format.when(event.at)}
                  </span>
                  <b className="font-medium nw">{event.actor?.name ?? t('detail.changes.server')}</b>
                  <span className="el">{actOf(event, t)}</span>
                  {event.outcome === 'refused' && <span className="warn nw">{t('detail.changes.refused')}</span>}
                </li>
              ))}
            </ul>
          )
        }
      </Block>
    </Card>
  )
}

const ACTS = ['created', 'changed', 'credential_recovered', 'limits_changed'] as const

/** What was done, in words; an act that is not known by its own name. */
function actOf({ action }: AuditEvent, t: Texts<'providers'>): string {
  const known = ACTS.find((act) => action.endsWith(`.${act}`))
  return known === undefined ? action : t(`detail.changes.act.${known}`)
}
