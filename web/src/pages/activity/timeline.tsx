import { Activity, SearchX } from 'lucide-react'
import { useState } from 'react'
import type { ActivityEvent } from '../../../../src/contract/activity.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Refreshing } from '../../ui/refreshing.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'
import { daysOf } from './days.ts'
import { EventRow } from './event-row.tsx'
import { NO_FILTER, type useActivity } from './use-activity.ts'

type Props = Pick<ReturnType<typeof useActivity>, 'pages' | 'rows' | 'filter' | 'time'>

/** Events by day, the newest first. */
export function Timeline({ pages, rows, filter, time }: Props) {
  const t = useTexts('activity')
  return (
    <Card flush className="ac-list relative" aria-label={t('timeline')}>
      <Refreshing on={pages.isPlaceholderData} />
      {rows === undefined ? (
        <Unanswered query={pages} bones={<TableSkeleton rows={8} tall />} />
      ) : rows.length === 0 ? (
        <Nothing filter={filter} time={time} />
      ) : (
        <Days rows={rows} whole={!pages.hasNextPage} />
      )}
      {rows !== undefined && rows.length > 0 && (
        <div className="foot">
          <span className="n">{t('listed', { n: rows.length })}</span>
          <span className="sp" />
          <MoreButton pages={pages} kind="ghost">
            {t('more')}
          </MoreButton>
        </div>
      )}
    </Card>
  )
}

function Nothing({ filter, time }: Pick<Props, 'filter' | 'time'>) {
  const t = useTexts('activity')
  const [, change] = useSearchParams()
  const filtered = filter.groups.length > 0 || filter.outcome !== null || filter.q !== undefined
  const wide = time.range === '90d'
  if (!filtered && wide) {
    return <Empty icon={Activity} title={t('nothing.never')} text={t('nothing.never_text')} />
  }
  return (
    <Empty
      icon={filtered ? SearchX : Activity}
      title={t(filtered ? 'nothing.filtered' : 'nothing.never')}
      actions={
        <>
          {filtered && <Button onClick={() => change(NO_FILTER)}>{t('nothing.clear')}</Button>}
          {!wide && (
            <Button kind={filtered ? 'ghost' : 'plain'} onClick={() => time.setRange('90d')}>
              {t('nothing.widest')}
            </Button>
          )}
        </>
      }
    />
  )
}

function Days({ rows, whole }: { rows: readonly ActivityEvent[]; whole: boolean }) {
  const t = useTexts('activity')
  const { voice } = useFormat()
  const [opened, setOpened] = useState<string | null>(null)
  const days = daysOf(rows, voice)
  return days.map((day, at) => (
    <section key={day.key} aria-labelledby={`day-${day.key}`}>
      <div className="dh">
        <h2 id={`day-${day.key}`}>{day.name === null ? day.date : t(`day.${day.name}`)}</h2>
        <span className="t3">{day.name === null ? day.weekday : `${day.date} ${day.weekday}`}</span>
        <span className="sp" />
        {/* The last day may go on with the next page. */}
        {(whole || at < days.length - 1) && <span className="t3 n">{t('count', { count: day.events.length })}</span>}
      </div>
      {day.events.map((event) => (
        <EventRow
          key={event.id}
          event={event}
          open={event.id === opened}
          onOpen={() => setOpened(event.id === opened ? null : event.id)}
        />
      ))}
    </section>
  ))
}
