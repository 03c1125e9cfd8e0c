import { Calendar, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { lazy } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import type { Texts } from '../i18n/texts.ts'
import { loadChunk } from '../lib/load-chunk.ts'
import { periodEnds, periodOf, shiftRange, type Present, type TimeRange } from '../lib/time-range.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Popover } from './popover.tsx'
import { Switch } from './switch.tsx'
import './time-range.css'

const RangeChoice = lazy(() =>
  loadChunk(() => import('./range-choice.tsx')).then((found) => ({ default: found.RangeChoice })),
)

/** What a choice of a time range is given. */
export type RangeProps = {
  range: TimeRange
  onRange: (range: TimeRange) => void
  /** The present and the zone days begin in. */
  present: Present
}

/** Which time is looked at: presets, two moments, and steps to the left and right. */
export function TimeRangeControl(props: RangeProps) {
  const t = useTexts('charts')
  const { range, onRange, present } = props
  const name = rangeName(range, present, t)
  const move = (direction: -1 | 1) => onRange(shiftRange(range, direction, present))
  return (
    <span className="ranger">
      <Button icon aria-label={t('range.back')} title={t('range.back')} onClick={() => move(-1)}>
        <Icon of={ChevronLeft} small />
      </Button>
      <Popover
        label={t('range.label', { name })}
        align="end"
        trigger={(trigger) => (
          <Button {...trigger} data-time-range aria-label={t('range.label', { name })}>
            <Icon of={Calendar} small />
            {name}
            <Icon of={ChevronDown} small />
          </Button>
        )}
      >
        {(close) => <RangeChoice {...props} close={close} />}
      </Popover>
      <Button
        icon
        aria-label={t('range.forward')}
        title={t('range.forward')}
        disabled={shiftRange(range, 1, present).from >= present.now}
        onClick={() => move(1)}
      >
        <Icon of={ChevronRight} small />
      </Button>
    </span>
  )
}

/** Whether the period before is shown beside. */
export function CompareSwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const t = useTexts('charts')
  return (
    <label className="row nw text-cell">
      <span className="t2">{t('range.compare')}</span>
      <Switch checked={on} onChange={onChange} />
    </label>
  )
}

/** The name of a range: the preset's, with its days when they follow the calendar, or the two ends. */
export function rangeName(range: TimeRange, present: Present, t: Texts<'charts'>): string {
  const [from, to] = periodEnds(periodOf(range, present), present)
  const span = from === to ? from : t('range.span', { from, to })
  if (typeof range !== 'string') return span
  return range === 'month' || range === 'last-month' ? `${t(`range.${range}`)} ${span}` : t(`range.${range}`)
}
