import { clockOf, type PriceHours } from '../../../../src/contract/price-hours.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { daysText, windowsIn } from '../../lib/offers/hours-text.ts'
import { useFormat } from '../../lib/use-format.ts'

/** What a factor of hours is called: off-peak where it makes a price lower, peak where it does not. */
export function HoursName({ factor }: { factor: string }) {
  return useTexts('prices')(Number(factor) < 1 ? 'hours.off' : 'hours.peak', { factor })
}

/** When tokens cost a factor of a price, by the reader's own clock; null: at no time any more. */
export function HoursNote({ hours }: { hours: PriceHours | null }) {
  const t = useTexts('prices')
  const { voice } = useFormat()
  if (!hours) return <p className="t3">{t('hours.none')}</p>
  const clock = ({ from, to }: { from: number; to: number }) =>
    to - from === 1440 ? t('hours.allDay') : `${clockOf(from)}–${clockOf(to)}`
  const windows = windowsIn(hours, voice.zone, voice.now).map(
    (one) => `${daysText(one.days, voice.locale)} ${one.windows.map(clock).join(t('hours.and'))}`,
  )
  const dates = hours.dates.length > 0 ? [t('hours.dates', { count: hours.dates.length })] : []
  return (
    <p className="t3 n">
      <b className="text-text2">
        <HoursName factor={hours.factor} />
      </b>{' '}
      {[...windows, ...dates].join(' · ')}
      {` · ${t('hours.pieces')}`}
    </p>
  )
}
