import { X } from 'lucide-react'
import { useId } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { useLocale } from '../../lib/locale.ts'
import { daysText } from '../../lib/offers/hours-text.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isAllDay, WEEKDAYS, type WindowForm } from './hours-form.ts'

const ALL_DAY = { from: '00:00', to: '24:00' }

type Props = {
  window: WindowForm
  /** Which of them it is, from 0. */
  at: number
  /** Somebody has just asked for it. */
  isNew: boolean
  errors: FieldErrors<WindowForm> | undefined
  onChange: (window: WindowForm) => void
  onRemove: () => void
}

/** One window of the week: its days, from when until when. */
export function HoursWindow({ window, at, isNew, errors, onChange, onRemove }: Props) {
  const t = useTexts('providers')
  const id = useId()
  const faults = useFaults(errors)
  const clock = (input: 'from' | 'to') => (
    <span className={`in n w-20! ${errors?.[input] ? 'bad' : ''}`}>
      <input
        inputMode="numeric"
        autoComplete="off"
        placeholder={input === 'from' ? '09:00' : '18:00'}
        className="text-center"
        aria-label={t(`model.hours.${input}`, { n: at + 1 })}
        aria-invalid={errors?.[input] ? true : undefined}
        aria-describedby={errors?.[input] ? id : undefined}
        // Who asked for it goes on here.
        autoFocus={isNew && input === 'from'}
        value={window[input]}
        onChange={(event) => onChange({ ...window, [input]: event.target.value })}
      />
    </span>
  )
  return (
    <fieldset className="grid gap-1" aria-label={t('model.hours.window', { n: at + 1 })}>
      <div className="row wrap">
        <Days {...{ window, onChange }} wrong={errors?.days !== undefined} />
        <span className="row gap4">
          {clock('from')}
          <span aria-hidden="true">–</span>
          {clock('to')}
          <label className="row gap4 nw px-1 text-cell">
            <Checkbox
              checked={isAllDay(window)}
              onChange={(on) => onChange({ ...window, ...(on ? ALL_DAY : { from: '', to: '' }) })}
            />
            {t('model.hours.allDay')}
          </label>
          <Button kind="ghost" small icon aria-label={t('model.hours.removeWindow', { n: at + 1 })} onClick={onRemove}>
            <Icon of={X} small />
          </Button>
        </span>
      </div>
      {faults.length > 0 && (
        <span id={id} className="err text-meta" role="alert">
          {faults.join(' ')}
        </span>
      )}
    </fieldset>
  )
}

/** What is wrong with a window, in words, each once. */
function useFaults(errors: Props['errors']): string[] {
  const t = useTexts('providers')
  const rule = (message: string | undefined) =>
    message === 'order' || message === 'overlap' ? t(`bad.hours.${message}`) : t('bad.hours.clock')
  const told = [
    faultText(errors?.days, t('bad.hours.days')),
    faultText(errors?.from, rule(errors?.from?.message)),
    faultText(errors?.to, rule(errors?.to?.message)),
  ]
  return [...new Set(told.filter((text) => text !== undefined))]
}

type DaysProps = Pick<Props, 'window' | 'onChange'> & { wrong: boolean }

function Days({ window, onChange, wrong }: DaysProps) {
  const locale = useLocale()
  const { days } = window
  return (
    <span className="grid grid-cols-7 gap-1 max-desk:w-full" {...(wrong && { 'data-wrong': true })}>
      {WEEKDAYS.map((day) => (
        <Chip
          key={day}
          className="justify-center max-desk:px-0!"
          on={days.includes(day)}
          onClick={() => onChange({ ...window, days: WEEKDAYS.filter((one) => (one === day) !== days.includes(one)) })}
        >
          {daysText([day - 1], locale)}
        </Chip>
      ))}
    </span>
  )
}
