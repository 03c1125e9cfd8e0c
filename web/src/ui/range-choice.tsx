import { ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { fromLocalInput, toLocalInput } from '../lib/local-input.ts'
import { periodOf, PRESETS, type TimeRange } from '../lib/time-range.ts'
import { widenRange } from '../lib/widen-range.ts'
import { offsetName } from '../lib/offset-name.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Segmented } from './segmented.tsx'
import type { RangeProps } from './time-range.tsx'

/** The presets and the two moments to choose from; a choice closes what floats. */
export function RangeChoice({ range, onRange, present, close }: RangeProps & { close: () => void }) {
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

function Moments({ range, onRange, present }: RangeProps) {
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
