import { Calendar, ChevronDown, ChevronLeft, ChevronRight, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import type { Texts } from '../i18n/texts.ts'
import {
  fromLocalInput,
  periodEnds,
  periodOf,
  PRESETS,
  shiftRange,
  toLocalInput,
  widenRange,
  type Present,
  type TimeRange,
} from '../lib/time-range.ts'
import { offsetName } from '../lib/zone.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Popover } from './popover.tsx'
import { Segmented } from './segmented.tsx'
import { Switch } from './switch.tsx'
import './time-range.css'

type Props = {
  range: TimeRange
  onRange: (range: TimeRange) => void
  /** The present and the zone days begin in. */
  present: Present
}

/** Which time is looked at: presets, two moments, and steps to the left and right. */
export function TimeRangeControl(props: Props) {
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
        {(close) => <Choice {...props} close={close} />}
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

function Choice({ range, onRange, present, close }: Props & { close: () => void }) {
  const t = useTexts('charts')
  const [mode, setMode] = useState(typeof range === 'string' ? ('relative' as const) : ('absolute' as const))
  const take = (next: TimeRange) => {
    onRange(next)
    close()
  }
  return (
    <div className="ranges">
      <Segmented
        label={t('range.custom')}
        value={mode}
        onChange={setMode}
        options={[
          { value: 'relative', label: t('range.relative') },
          { value: 'absolute', label: t('range.absolute') },
        ]}
      />
      {mode === 'relative' ? (
        <div className="presets">
          {PRESETS.map((preset) => (
            <button key={preset} type="button" aria-pressed={preset === range} onClick={() => take(preset)}>
              {t(`range.${preset}`)}
            </button>
          ))}
        </div>
      ) : (
        <Moments range={range} present={present} onRange={take} />
      )}
      <div className="row t3">
        <span>{t('range.zone', { zone: `${present.zone} (${offsetName(present.now, present.zone)})` })}</span>
        <span className="sp" />
        <Button kind="ghost" small onClick={() => take(widenRange(range, present))}>
          <Icon of={ZoomOut} small />
          {t('range.widen')}
        </Button>
      </div>
    </div>
  )
}

function Moments({ range, onRange, present }: Props) {
  const t = useTexts('charts')
  const period = periodOf(range, present)
  const [from, setFrom] = useState(() => toLocalInput(period.from, present.zone))
  const [to, setTo] = useState(() => toLocalInput(period.to, present.zone))
  const next = { from: fromLocalInput(from, present.zone), to: fromLocalInput(to, present.zone) }
  const right = next.from !== undefined && next.to !== undefined && next.from < next.to
  return (
    <form
      className="moments"
      onSubmit={(event) => {
        event.preventDefault()
        if (next.from !== undefined && next.to !== undefined && right) onRange({ from: next.from, to: next.to })
      }}
    >
      <label className="f">
        <span className="l">{t('range.from')}</span>
        <input
          className="in"
          type="datetime-local"
          required
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
      </label>
      <label className="f">
        <span className="l">{t('range.to')}</span>
        <input
          className="in"
          type="datetime-local"
          required
          aria-invalid={!right || undefined}
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      </label>
      <div className="row">
        <output className="err t3">{right ? '' : t('range.wrong')}</output>
        <span className="sp" />
        <Button kind="primary" type="submit" disabled={!right}>
          {t('range.apply')}
        </Button>
      </div>
    </form>
  )
}
