import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { keepingIn } from '../../../../src/contract/settings-keeping.ts'
import type { SettingValues } from '../../../../src/contract/settings.ts'
import { adminGetStorage, type StorageView } from '../../../../src/contract/system.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { bytes } from '../../lib/bytes.ts'
import { ask } from '../../lib/query.ts'
import { diskForecast, type DiskForecast } from '../../lib/settings/disk-forecast.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { ForecastChart } from './forecast-chart.tsx'
import { StorageNow } from './storage-now.tsx'

/** What requests take a day and what they will take, by the settings as they are (`saved`) and as they are filled in (`typed`). */
type Props = { saved: SettingValues; typed: SettingValues }

/** The disk: what requests will take of it as the settings are filled in, and what it holds now. */
export function Storage({ saved, typed }: Props) {
  const t = useTexts('config')
  const query = useQuery(ask(adminGetStorage))
  return (
    <Card className="sys-disk">
      <CardHead title={t('storage.title')} remark={t('storage.remark')} />
      <Block query={query} bones={<TableSkeleton rows={3} />}>
        {(seen) => (
          <>
            {seen.bytes_per_request === 0 ? (
              <p className="t3">{t('storage.none')}</p>
            ) : (
              <Forecast seen={seen} now={forecastBy(seen, saved)} next={forecastBy(seen, typed)} />
            )}
            <StorageNow seen={seen} />
          </>
        )}
      </Block>
    </Card>
  )
}

const forecastBy = (seen: StorageView, values: SettingValues): DiskForecast =>
  diskForecast(seen, keepingIn(values), values['alerts.disk_percent'])

const dayOf = ({ daily }: DiskForecast): number => daily.rows + daily.captures

type ForecastProps = { seen: StorageView; now: DiskForecast; next: DiskForecast }

function Forecast({ seen, now, next }: ForecastProps) {
  const t = useTexts('config')
  const { count } = useFormat()
  const [before, day] = [bytes(dayOf(now)), bytes(dayOf(next))]
  const each = dayOf(next) / Math.max(1, seen.requests_per_day)
  return (
    <>
      <div>
        <div className="t2">{t('storage.day')}</div>
        <div className="sys-big n">
          {day}
          {before !== day && <small>{t('was', { value: before })}</small>}
        </div>
        <div className="t3">{t('storage.day_is', { n: count(seen.requests_per_day), each: bytes(each) })}</div>
      </div>
      <ForecastChart now={now} next={next} />
      <Outlook next={next} total={seen.disk?.total} />
    </>
  )
}

function Outlook({ next, total }: { next: DiskForecast; total: number | undefined }) {
  const t = useTexts('config')
  const { count } = useFormat()
  const { settled, alert, fullInDays } = next
  if (fullInDays !== null)
    return (
      <Note tone="warn" urgent>
        <span>{t('storage.full', { count: fullInDays, n: count(fullInDays) })}</span>
      </Note>
    )
  const taken = { count: settled.days, n: count(settled.days), size: bytes(settled.bytes) }
  if (alert === null || total === undefined)
    return (
      <p className="sys-outlook">
        <Icon of={Info} small />
        <span>{t('storage.elsewhere', taken)}</span>
      </p>
    )
  const percent = (settled.bytes / Math.max(1, total)) * 100
  const share = percent < 1 ? '<1' : String(Math.round(percent))
  return (
    <p className="sys-outlook">
      <Icon
        of={alert.inDays === null ? CircleCheck : TriangleAlert}
        small
        className={alert.inDays === null ? 'ok' : 'warn'}
      />
      <span>
        {t('storage.settled', { ...taken, share })}
        {alert.inDays === null
          ? t('storage.no_alert')
          : t('storage.alert', { count: alert.inDays, n: count(alert.inDays) })}
      </span>
    </p>
  )
}
