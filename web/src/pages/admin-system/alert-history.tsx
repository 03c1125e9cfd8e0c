import { useQuery } from '@tanstack/react-query'
import { adminListAlerts, adminListChannels, type AlertView } from '../../../../src/contract/notifications.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { useFormat } from '../../lib/use-format.ts'
import { usePages } from '../../lib/use-pages.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { Dot } from '../../ui/dot.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table, TwoLines } from '../../ui/table.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'

/** What went wrong, newest first, and who was told. */
export function AlertHistory() {
  const t = useTexts('channels')
  const { pages, rows } = usePages(adminListAlerts)
  return (
    <Card flush>
      <CardHead title={t('history.title')} />
      {rows === undefined ? (
        <Unanswered query={pages} bones={<TableSkeleton rows={3} tall />} />
      ) : rows.length === 0 ? (
        <p className="t3 sys-row">{t('history.never')}</p>
      ) : (
        <Rows rows={rows} />
      )}
      {pages.hasNextPage && (
        <div className="foot">
          <span className="sp" />
          <MoreButton pages={pages}>{t('history.more')}</MoreButton>
        </div>
      )}
    </Card>
  )
}

const TONES = { critical: 'err', warning: 'warn', info: 'info' } as const

function Rows({ rows }: { rows: readonly AlertView[] }) {
  const t = useTexts('channels')
  const { when, whenExact } = useFormat()
  const channels = useQuery(ask(adminListChannels)).data?.items
  const named = (id: string) => channels?.find((one) => one.id === id)?.name ?? t('history.gone')
  return (
    <Table label={t('history.title')} tall>
      <thead>
        <tr>
          <th scope="col">{t('history.what')}</th>
          <th scope="col">{t('history.fired')}</th>
          <th scope="col" className="hide">
            {t('history.resolved')}
          </th>
          <th scope="col" className="hide">
            {t('history.told')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((alert) => (
          <tr key={alert.id}>
            <td className="max-w-80">
              <span className="row">
                <Dot tone={alert.resolved_at === null ? TONES[alert.severity] : 'none'} />
                <TwoLines under={alert.detail}>
                  <a href={alert.link}>{alert.title}</a>
                </TwoLines>
              </span>
            </td>
            <td className="n" title={whenExact(alert.fired_at)}>
              {when(alert.fired_at)}
            </td>
            <td className="n hide">{alert.resolved_at === null ? t('history.open') : when(alert.resolved_at)}</td>
            <td className="hide whitespace-normal!">
              {alert.deliveries.map((sent) => (
                <span key={`${sent.channel} ${sent.at}`} className={`mr-2 ${sent.ok ? '' : 'err'}`}>
                  {[channels && named(sent.channel), sent.problem, sent.tries > 1 && `×${sent.tries}`]
                    .filter(Boolean)
                    .join(' ')}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
