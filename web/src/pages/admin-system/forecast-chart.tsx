import { Lines } from '../../charts/lines.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { bytes, byteUnit } from '../../lib/bytes.ts'
import { DRAWN_DAYS, type DiskForecast } from '../../lib/settings/disk-forecast.ts'
import { useFormat } from '../../lib/use-format.ts'

const STEP_DAYS = 3
/** The alert line is drawn where it is no more than so many times as high as what is taken. */
const MOST_ABOVE = 3
const DAYS = Array.from({ length: DRAWN_DAYS / STEP_DAYS + 1 }, (_, n) => n * STEP_DAYS)

/** What Yumen takes of the disk in the days to come, by the settings as they are and as they are filled in. */
export function ForecastChart({ now, next }: { now: DiskForecast; next: DiskForecast }) {
  const t = useTexts('config')
  const { count } = useFormat()
  const most = Math.max(...DAYS.map((day) => Math.max(now.at(day), next.at(day))))
  const unit = byteUnit(most)
  const line = (id: 'next' | 'saved' | 'alert_line', colour: string, at: DiskForecast['at']) => ({
    id,
    name: t(`storage.${id}`),
    colour,
    figures: DAYS.map((day) => ({ value: at(day) / unit.size, text: bytes(at(day)) })),
  })
  const told = next.alert?.bytes ?? Infinity
  const day = (n: number) => (n === 0 ? t('storage.today') : t('storage.in_days', { count: n, n: count(n) }))
  return (
    <div>
      <Lines
        summary={t('storage.chart', { unit: unit.name })}
        buckets={DAYS.map((n) => ({ label: day(n), title: day(n) }))}
        lines={[
          line('next', 'var(--c1)', next.at),
          line('saved', 'var(--c0)', now.at),
          // Beyond that what is taken would be a line at the bottom.
          ...(told > 0 && told < most * MOST_ABOVE ? [line('alert_line', 'var(--warn)', () => told)] : []),
        ]}
        unit="count"
        log={false}
        height={190}
      />
      <p className="t3">{t('storage.unit', { unit: unit.name })}</p>
    </div>
  )
}
