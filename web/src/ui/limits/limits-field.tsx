import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { LIMIT_METRICS, type LimitMetric, type LimitWindow } from '../../../../src/core/limits.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { MOST_LIMITS, offeredRows, windowsOf, withMetric, type LimitRow } from '../../lib/limits/rows.ts'
import { Button } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { Icon } from '../icon.tsx'
import { Select } from '../select.tsx'
import { useLimitWords } from './use-limit-words.ts'

type Props = {
  rows: readonly LimitRow[]
  onChange: (rows: LimitRow[]) => void
  /** The sentence at each row; undefined where nothing is wrong. */
  faults: readonly (string | undefined)[]
}

/** The limits of a user, a key or a group, to be filled in. */
export function LimitsField({ rows, onChange, faults }: Props) {
  const t = useTexts('limits')
  const words = useLimitWords()
  // What was pressed is gone then: the focus goes on to what is filled in next.
  const [added, setAdded] = useState<number | null>(null)
  const offered = rows.length < MOST_LIMITS ? offeredRows(rows) : []
  return (
    <div className="grid w-full gap-2.5">
      {rows.length === 0 && <span className="t2 leading-8">{t('field.empty')}</span>}
      {rows.map((row, at) => (
        <Row
          // A row has no name of its own; its place is what it is known by.
          key={at}
          n={at + 1}
          row={row}
          fault={faults[at]}
          fresh={at === added}
          onChange={(next) => onChange(rows.with(at, next))}
          onRemove={() => onChange(rows.toSpliced(at, 1))}
        />
      ))}
      <div className="row wrap gap4">
        {offered.map((row) => (
          <button
            key={words.name(row)}
            type="button"
            className="chip dash"
            aria-label={`${t('field.add')} ${words.name(row)}`}
            onClick={() => {
              setAdded(rows.length)
              onChange([...rows, row])
            }}
          >
            <Icon of={Plus} small />
            {words.name(row)}
          </button>
        ))}
      </div>
      {rows.length > 0 && <span className="t3">{t('field.hint')}</span>}
    </div>
  )
}

type RowProps = {
  n: number
  row: LimitRow
  fault: string | undefined
  /** It was added here just now. */
  fresh: boolean
  onChange: (row: LimitRow) => void
  onRemove: () => void
}

function Row({ n, row, fault, fresh, onChange, onRemove }: RowProps) {
  const t = useTexts('limits')
  const { metric, window, max, action, mode } = row
  const windows = windowsOf(metric)
  return (
    <fieldset className="grid gap-1.5 rounded-card border border-line p-2.5" aria-label={t('field.row', { n })}>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-2 desk:grid-cols-[minmax(0,7fr)_minmax(0,8fr)_minmax(0,7fr)_auto]">
        <Select
          label={t('field.metric')}
          options={LIMIT_METRICS.map((value) => ({ value, label: t(`metric.${value}`) }))}
          value={metric}
          onChange={(value) => onChange(withMetric(row, value as LimitMetric))}
        />
        <span className={`in n order-last col-span-2 desk:order-none desk:col-span-1 ${fault ? 'bad' : ''}`}>
          {metric === 'cost' && <span className="t3">$</span>}
          <input
            value={max}
            inputMode={metric === 'cost' ? 'decimal' : 'numeric'}
            autoComplete="off"
            autoFocus={fresh}
            aria-label={t('field.max')}
            aria-invalid={fault ? true : undefined}
            onChange={(event) => onChange({ ...row, max: event.target.value })}
          />
        </span>
        <Select
          label={t('field.window')}
          options={windows.map((value) => ({ value, label: t(`window.${value}`) }))}
          value={window}
          disabled={windows.length === 1}
          onChange={(value) => onChange({ ...row, window: value as LimitWindow })}
        />
        <Button kind="ghost" icon aria-label={t('field.remove', { n })} onClick={onRemove}>
          <Icon of={X} small />
        </Button>
      </div>
      {fault !== undefined && (
        <span className="err text-meta" role="alert">
          {fault}
        </span>
      )}
      <div className="row wrap gap16 text-cell">
        <label className="row nw">
          <Checkbox
            checked={action === 'warn'}
            onChange={(on) => onChange({ ...row, action: on ? 'warn' : 'refuse' })}
          />
          {t('field.warn')}
        </label>
        <label className="row nw" title={t('field.hard_hint')}>
          <Checkbox checked={mode === 'hard'} onChange={(on) => onChange({ ...row, mode: on ? 'hard' : 'normal' })} />
          {t('hard')}
        </label>
      </div>
      {mode === 'hard' && <span className="t3">{t('field.hard_hint')}</span>}
    </fieldset>
  )
}
