import { Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useController, useFormContext, type FieldErrors } from 'react-hook-form'
import { MOST_WINDOWS } from '../../../../src/contract/price-hours.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { useFormat } from '../../lib/use-format.ts'
import { offsetText } from '../../lib/offset-name.ts'
import { offsetMinutes } from '../../lib/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { HoursNote } from '../../ui/offers/hours-note.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { hoursForm, hoursOf, newWindow, offsetsWith, strangeDate, type HoursForm } from './hours-form.ts'
import { HoursWindow } from './hours-window.tsx'
import type { ModelForm } from './model-form.ts'

/** The hours of a price: what they are, and folded below it how they are changed; nothing where it has none. Stands inside a FormProvider. */
export function HoursFields() {
  const t = useTexts('providers')
  const { control, setValue, trigger } = useFormContext<ModelForm>()
  const { field, fieldState, formState } = useController({ control, name: 'price.hours' })
  const [unfolded, setUnfolded] = useState(fieldState.isDirty)
  const box = useRef<HTMLElement>(null)
  const hours = field.value
  const had = useRef(Boolean(hours))
  useEffect(() => {
    const isNew = !had.current && hours?.factor === ''
    had.current = Boolean(hours)
    if (!isNew) return
    setUnfolded(true)
    box.current?.querySelector('input')?.focus()
  }, [hours])
  if (!hours) return null
  const change = (next: HoursForm | null) => {
    setValue('price.hours', next, { shouldDirty: true, shouldTouch: true })
    // Of the whole price: asked about one input, the form looks for one error there, and these have many.
    if (formState.isSubmitted) void trigger('price')
  }
  const errors = formState.errors.price?.hours as FieldErrors<HoursForm> | undefined
  // What is wrong in there must be seen, and so must what is not written yet.
  const open = unfolded || errors !== undefined || hours.factor === ''
  const isWhole = hoursForm.safeParse(hours).success
  return (
    <section
      ref={(element) => {
        box.current = element
        field.ref(element && { focus: () => element.querySelector<HTMLElement>(WRONG)?.focus() })
      }}
      className="col rounded-card border border-line px-4 py-3"
      aria-label={t('model.hours.title')}
    >
      <div className="row">
        <b>{t('model.hours.title')}</b>
        <span className="sp" />
        <Button kind="ghost" small aria-expanded={open} disabled={open && !isWhole} onClick={() => setUnfolded(!open)}>
          {t(open ? 'model.hours.fold' : 'model.hours.change')}
        </Button>
        <Button kind="ghost" small onClick={() => change(null)}>
          <Icon of={X} small />
          {t('model.hours.remove')}
        </Button>
      </div>
      {isWhole && <Told hours={hours} />}
      {open && <Inputs hours={hours} errors={errors} onChange={change} />}
    </section>
  )
}

/** What the hours come to, as users are told. */
function Told({ hours }: { hours: HoursForm }) {
  const t = useTexts('providers')
  const { voice } = useFormat()
  const own = offsetMinutes(voice.now, voice.zone)
  return (
    <>
      <HoursNote hours={hoursOf(hours)} />
      {own !== hours.utc_offset && <p className="t3">{t('model.hours.yours', { zone: offsetText(own) })}</p>}
    </>
  )
}

/** What is told to be wrong, or lies in what is. */
const WRONG = '[aria-invalid="true"], [data-wrong] button'

type InputsProps = {
  hours: HoursForm
  errors: FieldErrors<HoursForm> | undefined
  onChange: (hours: HoursForm) => void
}

function Inputs({ hours, errors, onChange }: InputsProps) {
  const t = useTexts('providers')
  const strange = strangeDate(hours.dates)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t('model.hours.factor')}
          hint={t('model.hours.factorHint')}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.5"
          className="n"
          before={
            <span className="t3" aria-hidden="true">
              ×
            </span>
          }
          error={faultText(errors?.factor, t('bad.hours.factor'))}
          value={hours.factor}
          onChange={(event) => onChange({ ...hours, factor: event.target.value })}
        />
        <Field
          label={t('model.hours.clock')}
          hint={t('model.hours.clockHint')}
          error={faultText(errors?.utc_offset, t('bad.number'))}
        >
          {(wiring) => (
            <Select
              wiring={wiring}
              className="n"
              value={String(hours.utc_offset)}
              onChange={(text) => onChange({ ...hours, utc_offset: Number(text) })}
              options={offsetsWith(hours.utc_offset).map((own) => ({ value: String(own), label: offsetText(own) }))}
            />
          )}
        </Field>
      </div>
      <Windows hours={hours} errors={errors} onChange={onChange} />
      <TextArea
        label={t('model.hours.dates')}
        hint={t('model.hours.datesHint')}
        placeholder="2026-10-01, 2026-10-02"
        className="n"
        rows={3}
        spellCheck={false}
        error={faultText(
          errors?.dates,
          strange === undefined ? t('bad.hours.dates') : t('bad.hours.date', { text: strange }),
        )}
        value={hours.dates}
        onChange={(event) => onChange({ ...hours, dates: event.target.value })}
      />
    </div>
  )
}

function Windows({ hours, errors, onChange }: InputsProps) {
  const t = useTexts('providers')
  const add = useRef<HTMLButtonElement>(null)
  const [added, setAdded] = useState(-1)
  const { windows } = hours
  const none = windows.length === 0 && errors?.windows
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2" {...(none && { 'data-wrong': true })}>
      {windows.map((window, at) => (
        <HoursWindow
          // They have no name, and their inputs hold nothing of their own.
          key={at}
          {...{ window, at }}
          isNew={at === added}
          errors={errors?.windows?.[at]}
          onChange={(next) => onChange({ ...hours, windows: windows.with(at, next) })}
          onRemove={() => {
            setAdded(-1)
            onChange({ ...hours, windows: windows.toSpliced(at, 1) })
            add.current?.focus()
          }}
        />
      ))}
      <div className="row wrap">
        <Button
          ref={add}
          kind="ghost"
          small
          disabled={windows.length >= MOST_WINDOWS}
          onClick={() => {
            setAdded(windows.length)
            onChange({ ...hours, windows: [...windows, newWindow(windows.at(-1))] })
          }}
        >
          <Icon of={Plus} small />
          {t('model.hours.addWindow')}
        </Button>
        {none && (
          <span className="err text-meta" role="alert">
            {faultText(none, t('bad.hours.none'))}
          </span>
        )}
      </div>
    </div>
  )
}
