import { useTexts } from '../../i18n/use-texts.ts'
import { clockOf } from '../../lib/announcements/window.ts'

/** What is left of a time, as a clock; it is no news every second, so screen readers find it where they look. */
export function Countdown({ ms }: { ms: number }) {
  const t = useTexts('announcements')
  const { days, clock } = clockOf(ms)
  return (
    <span className="m n nw" role="timer">
      {days > 0 && `${t('days', { count: days })} `}
      {clock}
    </span>
  )
}
