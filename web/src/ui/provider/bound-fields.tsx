import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { SECOND_MS } from '../../../../src/core/time.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { WAITS } from '../../lib/provider/waits.ts'
import { TextField } from '../text-field.tsx'

type Waits = Record<(typeof WAITS)[number], number | null>
const NO_WAITS: Waits = { connect_ms: null, headers_ms: null, first_token_ms: null, idle_ms: null, total_ms: null }

/** The part of a form these fields edit. */
type BoundsForm = {
  endpoints: { timeouts?: Partial<Waits> | undefined; max_concurrency?: number | null | undefined }[]
}

/** How long an endpoint may take, in seconds, and how many requests it may have under way; what is empty is the gateway's own. */
export function BoundFields({ at, dialect }: { at: number; dialect: string }) {
  const t = useTexts('providers')
  const { control, setValue, formState } = useFormContext<BoundsForm>()
  const row = useWatch({ control, name: `endpoints.${at}` })
  const faults = formState.errors.endpoints?.[at]
  const touched = { shouldDirty: true, shouldValidate: formState.isSubmitted }
  const setWait = (name: keyof Waits, value: number | null) =>
    setValue(`endpoints.${at}.timeouts`, { ...NO_WAITS, ...row.timeouts, [name]: value }, touched)
  return (
    <div
      role="group"
      aria-label={t('bounds.title', { dialect })}
      className="grid grid-cols-2 gap-x-3 gap-y-2 desk:grid-cols-6 desk:pl-22"
    >
      {WAITS.map((name) => (
        <NumberBox
          key={name}
          label={t(`detail.wait.${name}`)}
          after={t('bounds.seconds')}
          placeholder={t('bounds.global')}
          error={faults?.timeouts?.[name] && t('bounds.badWait')}
          unit={SECOND_MS}
          value={row.timeouts?.[name] ?? null}
          onChange={(value) => setWait(name, value)}
        />
      ))}
      <NumberBox
        label={t('bounds.concurrency')}
        placeholder={t('detail.any')}
        error={faults?.max_concurrency && t('bounds.badConcurrency')}
        unit={1}
        value={row.max_concurrency ?? null}
        onChange={(value) => setValue(`endpoints.${at}.max_concurrency`, value, touched)}
      />
    </div>
  )
}

type BoxProps = {
  label: string
  placeholder: string
  after?: string
  error: string | undefined
  /** What one of what is typed stands for. */
  unit: number
  value: number | null
  onChange: (value: number | null) => void
}

/** A number or nothing; what is no number becomes one no rule lets through. */
function NumberBox({ label, placeholder, after, error, unit, value, onChange }: BoxProps) {
  const [typed, setTyped] = useState(() => (value === null ? '' : String(value / unit)))
  const change = (text: string) => {
    setTyped(text)
    const tidy = text.normalize('NFKC').trim()
    onChange(tidy === '' ? null : Math.round(Number(tidy) * unit))
  }
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      className="n"
      placeholder={placeholder}
      {...(after !== undefined && { after: <span className="t3">{after}</span> })}
      error={error}
      value={typed}
      onChange={(event) => change(event.target.value)}
    />
  )
}
