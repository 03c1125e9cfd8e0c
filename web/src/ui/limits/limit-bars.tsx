import type { LimitView } from '../../../../src/contract/limits.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { meterOf } from '../../lib/limits/meter.ts'
import { Tag } from '../tag.tsx'
import { useLimitWords } from './use-limit-words.ts'

/** Limits as bars: what was used of how much, and when they start again. */
export function LimitBars({ limits, className = '' }: { limits: readonly LimitView[]; className?: string }) {
  const t = useTexts('limits')
  if (limits.length === 0) return <p className="t2">{t('none')}</p>
  return (
    <ul className={`grid gap-4 ${className}`}>
      {limits.map((limit) => (
        <Bar key={`${limit.metric} ${limit.window}`} limit={limit} />
      ))}
    </ul>
  )
}

function Bar({ limit }: { limit: LimitView }) {
  const t = useTexts('limits')
  const words = useLimitWords()
  const { share, tone } = meterOf(limit)
  const below = [words.resets(limit), words.held(limit)].filter((text) => text !== null)
  return (
    <li className="grid content-start gap-1.5 text-cell">
      <span className="row">
        <span className="el">{words.name(limit)}</span>
        {limit.action === 'warn' && <Tag>{t('warns')}</Tag>}
        {limit.mode === 'hard' && <Tag>{t('hard')}</Tag>}
        <span className="sp" />
        <span className={`n nw ${tone === 'err' ? 'err' : ''}`}>
          {t('of', { used: words.used(limit), max: words.max(limit) })}
        </span>
      </span>
      <span className="bar" aria-hidden="true">
        <i className={tone} style={{ width: `${share * 100}%` }} />
      </span>
      {below.length > 0 && <span className="t3 n">{below.join(' · ')}</span>}
    </li>
  )
}
