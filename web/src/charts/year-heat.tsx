import { useMemo } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { useLocale } from '../lib/locale.ts'
import { useFirstWeekday } from '../lib/preferences.ts'
import { HeatGrid, type Cell } from './heat-grid.tsx'
import { heatStep, usualMax } from './palette.ts'
import { useWidth } from './use-width.ts'

/** A day of the year: its date (YYYY-MM-DD), how much, and what it says. */
type HeatDay = { date: string; value: number; words: string }

type Props = {
  summary: string
  /** In order, without gaps, the last one today. */
  days: readonly HeatDay[]
  onOpen?: ((day: HeatDay) => void) | undefined
}

/** Weeks narrower than this are left out from the start of the year. */
const MIN_WEEK_WIDTH = 11.5

const weekdayOf = (date: string) => (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7

/** A year of days as weeks of seven; on narrow screens its last months. */
export function YearHeat({ summary, days, onOpen }: Props) {
  const t = useTexts('charts')
  const locale = useLocale()
  const [watch, width] = useWidth()
  const first = useFirstWeekday()
  const weeks = useMemo(() => weeksOf(days, first), [days, first])
  const fit = Math.max(4, Math.min(weeks.length, Math.floor(width / MIN_WEEK_WIDTH)))
  const shown = weeks.slice(-fit)
  const max = usualMax(days.map((day) => day.value))
  const dayAt = ({ column, row }: Cell) => shown[column]?.[row]
  return (
    <div ref={watch}>
      <HeatGrid
        summary={summary}
        columns={shown.length}
        rows={7}
        room={{ left: 0, top: 20, bottom: 0 }}
        heights={{ min: 10, max: 22 }}
        step={(cell) => {
          const day = dayAt(cell)
          return day && heatStep(day.value, max)
        }}
        words={(cell) => dayAt(cell)?.words ?? t('nothing')}
        onOpen={
          onOpen &&
          ((cell) => {
            const day = dayAt(cell)
            if (day) onOpen(day)
          })
        }
        names={(wide) => <Months weeks={shown} wide={wide} locale={locale} />}
      />
    </div>
  )
}

type Week = readonly (HeatDay | undefined)[]

/** Days in columns of one week that begins with a weekday (0 for Monday), the places before the first and after the last day empty. */
export function weeksOf(days: readonly HeatDay[], firstWeekday = 0): Week[] {
  const first = days[0]
  if (!first) return []
  const before = (weekdayOf(first.date) - firstWeekday + 7) % 7
  const padded = [...Array.from({ length: before }, () => undefined), ...days]
  return Array.from({ length: Math.ceil(padded.length / 7) }, (_, week) => padded.slice(week * 7, week * 7 + 7))
}

/** What names the month of a date (YYYY-MM-DD). In a drawing nothing else puts the space between a number and a Chinese word. */
export function monthWriter(locale: string): (date: string) => string {
  const name = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' })
  return (date) => name.format(Date.parse(date)).replace(/(\d)(?=\p{Script=Han})/u, '$1 ')
}

const MONTH_GAP = 38

function Months({ weeks, wide, locale }: { weeks: readonly Week[]; wide: number; locale: string }) {
  const nameOf = monthWriter(locale)
  const marks: { x: number; text: string }[] = []
  for (const [column, week] of weeks.entries()) {
    const starts = week.find((day) => day?.date.endsWith('-01'))
    const x = column * wide
    const room = x - (marks.at(-1)?.x ?? -MONTH_GAP) >= MONTH_GAP && x + MONTH_GAP <= weeks.length * wide + wide
    if (starts && room) marks.push({ x, text: nameOf(starts.date) })
  }
  return (
    <>
      {marks.map((mark) => (
        <text key={mark.x} x={mark.x} y={12}>
          {mark.text}
        </text>
      ))}
    </>
  )
}
