import type { LimitView } from '../../../../src/contract/limits.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { foremost, meterOf } from '../../lib/limits/meter.ts'
import { useLimitWords } from './use-limit-words.ts'

/** The limit that ends first, in a cell of a table: what was used of how much, in which window, and a bar. */
export function LimitCell({ limits }: { limits: readonly LimitView[] }) {
  const t = useTexts('limits')
  const words = useLimitWords()
  const limit = foremost(limits)
  if (limit === null) return <span className="t2">{t('none')}</span>
  const { share, tone } = meterOf(limit)
  const others = limits.length - 1
  return (
    <div className="grid min-w-32 gap-1" title={limits.map((one) => words.name(one)).join(' · ')}>
      {/* High figures take a second line before they push what follows out of sight. */}
      <span className="row wrap n gap-x-1! gap-y-0! leading-[18px]">
        <span className="@max-[680px]:whitespace-normal">
          {t('of', { used: words.used(limit), max: words.max(limit) })}
        </span>
        {others > 0 && <span className="t3">+{others}</span>}
        <span className="sp" />
        <span className="t3">{limit.metric === 'cost' ? t(`window.${limit.window}`) : words.name(limit)}</span>
      </span>
      <span className="bar" aria-hidden="true">
        <i className={tone} style={{ width: `${share * 100}%` }} />
      </span>
    </div>
  )
}
