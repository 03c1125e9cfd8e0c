import { useTexts } from '../i18n/use-texts.ts'
import { useLocale } from '../lib/locale.ts'
import { useFirstWeekday } from '../lib/preferences.ts'
import { timeOfDay } from '../lib/clock.ts'
import { useClock } from '../lib/use-format.ts'
import { HeatGrid, type Cell } from './heat-grid.tsx'
import { heatStep } from './palette.ts'

type Props = {
  summary: string
  /** Seven weekdays from Monday, each with 24 hours. */
  hours: readonly (readonly number[])[]
  words: (cell: { weekday: number; hour: number }) => string
}

/** 2024 began with a Monday, which makes it a good week to take weekday names from. */
const nameOf = (locale: string, weekday: number) =>
  new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + weekday))

/** The short name of a weekday, 0 for Monday. */
export function useWeekdayName(): (weekday: number) => string {
  const locale = useLocale()
  return (weekday) => nameOf(locale, weekday)
}

/** Hours of the day by days of the week. */
export function WeekHeat({ summary, hours, words }: Props) {
  const t = useTexts('charts')
  const weekday = useWeekdayName()
  const max = Math.max(0, ...hours.flat())
  const clock = useClock()
  const first = useFirstWeekday()
  const dayOf = (row: number) => (row + first) % 7
  const at = ({ column, row }: Cell) => hours[dayOf(row)]?.[column] ?? 0
  return (
    <HeatGrid
      summary={summary}
      columns={24}
      rows={7}
      room={{ left: 34, top: 0, bottom: 20 }}
      heights={{ min: 15, max: 22 }}
      step={(cell) => heatStep(at(cell), max)}
      words={({ column, row }) => words({ weekday: dayOf(row), hour: column }) || t('nothing')}
      names={(wide, high) => (
        <>
          {Array.from({ length: 7 }, (_, row) => (
            <text key={row} x={0} y={row * high + high / 2 + 3}>
              {weekday(dayOf(row))}
            </text>
          ))}
          {[0, 6, 12, 18].map((hour) => (
            <text key={`h${hour}`} x={34 + hour * wide} y={7 * high + 14}>
              {timeOfDay({ hour, minute: 0 }, clock)}
            </text>
          ))}
        </>
      )}
    />
  )
}
