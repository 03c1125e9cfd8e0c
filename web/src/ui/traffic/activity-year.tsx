import { useMemo } from 'react'
import type { Heatmap } from '../../../../src/contract/usage.ts'
import { YearHeat } from '../../charts/year-heat.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFirstWeekday } from '../../lib/preferences.ts'
import type { Period, Present } from '../../lib/time-range.ts'
import { dateWriter, dayPeriod, wholeYear } from '../../lib/traffic/year.ts'
import { useFormat } from '../../lib/use-format.ts'

type Props = { data: Heatmap; present: Present; onDay: (day: Period) => void }

/** The year up to today, with what was asked on each day and what it cost; a day that is pressed is told as a period. */
export function ActivityYear({ data, present, onDay }: Props) {
  const t = useTexts('charts')
  const format = useFormat()
  const inWords = useMemo(() => dateWriter(format.voice), [format.voice])
  const firstWeekday = useFirstWeekday()
  return (
    <YearHeat
      summary={t('year.summary', { count: data.active_days, days: data.active_days })}
      days={wholeYear(data.days, present, firstWeekday).map((day) => ({
        date: day.date,
        value: day.requests,
        words: t('year.day', {
          date: inWords(day.date),
          count: day.requests,
          n: format.exact(day.requests),
          cost: format.usd(day.cost),
        }),
      }))}
      onOpen={(day) => onDay(dayPeriod(day.date, present.zone))}
    />
  )
}
