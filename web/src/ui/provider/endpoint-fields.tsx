import { Plus, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import type { Preset } from '../../../../src/contract/presets.ts'
import { CAPABILITIES, DIALECTS, type Capability, type Dialect } from '../../../../src/core/protocol.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { addressDoubts } from '../../lib/provider/address.ts'
import { nextAddress } from '../../lib/provider/template.ts'
import { Button } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { Icon } from '../icon.tsx'
import { Switch } from '../switch.tsx'
import { Tag } from '../tag.tsx'
import { BlankFields } from './blank-fields.tsx'

/** The part of a form these fields edit: rows of addresses, and whether they may be private. */
export type EndpointsForm = {
  allow_private?: boolean | undefined
  endpoints: { id?: string | undefined; dialect: Dialect; base_url: string; protocols: Capability[] }[]
}

type Props = {
  /** The vendor's template: its addresses raise no doubt, and it may fix them. Undefined leaves everything open. */
  preset: Preset | undefined
  /** What else a row has, by its place. */
  more?: (at: number, dialect: Dialect) => ReactNode
}

/** The addresses of a provider, one row a dialect, with what each can be asked for. Stands inside a FormProvider. */
export function EndpointFields({ preset, more }: Props) {
  const t = useTexts('providers')
  const { control, formState, getValues } = useFormContext<EndpointsForm>()
  const { fields, append, remove } = useFieldArray({ control, name: 'endpoints', keyName: 'key' })
  const fixed = preset?.custom_base === false
  const trusted = preset?.endpoints.map((endpoint) => endpoint.base_url) ?? []
  const missing = DIALECTS.filter((dialect) => !fields.some((row) => row.dialect === dialect))
  const offered = fixed ? missing.filter((dialect) => preset.endpoints.some((row) => row.dialect === dialect)) : missing
  const add = (dialect: Dialect) => {
    const known = preset?.endpoints.find((row) => row.dialect === dialect)
    const base_url = preset ? nextAddress(dialect, getValues('endpoints'), preset) : ''
    const protocols = known?.protocols ?? [CAPABILITIES[dialect][0]]
    append({ dialect, base_url, protocols: [...protocols] }, { focusName: `endpoints.${fields.length}.base_url` })
  }
  return (
    <section className="col" aria-label={t('connection.endpoints')}>
      <div className="row wrap">
        <h3>{t('connection.endpoints')}</h3>
        <span className="t3 hide">{t(fixed ? 'connection.endpointsFixed' : 'connection.endpointsHint')}</span>
        <span className="sp" />
        {offered.map((dialect) => (
          <Button
            key={dialect}
            kind="ghost"
            small
            aria-label={t('connection.addEndpoint', { dialect: t(`dialect.${dialect}`) })}
            onClick={() => add(dialect)}
          >
            <Icon of={Plus} small />
            {t(`dialect.${dialect}`)}
          </Button>
        ))}
      </div>
      {preset && <BlankFields preset={preset} />}
      {fields.length > 0 && (
        <div className="rounded-card border border-line">
          {fields.map((row, at) => (
            <EndpointRow
              key={row.key}
              {...{ at, fixed, trusted, dialect: row.dialect }}
              more={more?.(at, row.dialect)}
              onRemove={fields.length > 1 ? () => remove(at) : undefined}
            />
          ))}
        </div>
      )}
      {formState.errors.endpoints?.root && <p className="err text-meta">{t('bad.endpoints')}</p>}
      {preset?.allow_private !== false && <PrivateSwitch />}
    </section>
  )
}

type RowProps = {
  at: number
  dialect: Dialect
  fixed: boolean
  trusted: readonly string[]
  more: ReactNode
  onRemove: (() => void) | undefined
}

function EndpointRow({ at, dialect, fixed, trusted, more, onRemove }: RowProps) {
  const t = useTexts('providers')
  const { register, formState } = useFormContext<EndpointsForm>()
  const name = t(`dialect.${dialect}`)
  const fault = formState.errors.endpoints?.[at]?.base_url
  const error = faultText(fault, t(fault?.type === 'custom' ? 'bad.blank' : 'bad.base_url'))
  return (
    <div className="grid gap-2.5 border-b border-line p-3 last:border-0">
      <div className="row gap12 wrap desk:flex-nowrap">
        <Tag className="h-6.5 w-19 justify-center">{name}</Tag>
        <span className={`in m order-3 basis-full desk:order-none desk:basis-auto desk:flex-1 ${error ? 'bad' : ''}`}>
          <input
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            readOnly={fixed}
            placeholder={PLACEHOLDERS[dialect]}
            aria-label={t('connection.address', { dialect: name })}
            aria-invalid={error ? true : undefined}
            aria-describedby={`endpoint-${at}-notes`}
            {...register(`endpoints.${at}.base_url`)}
          />
        </span>
        <span className="sp desk:hidden" />
        {onRemove && (
          <Button
            kind="ghost"
            small
            icon
            aria-label={t('connection.removeEndpoint', { dialect: name })}
            onClick={onRemove}
          >
            <Icon of={X} small />
          </Button>
        )}
      </div>
      <Protocols at={at} dialect={dialect} />
      <AddressNotes {...{ at, dialect, trusted, error }} />
      {more}
    </div>
  )
}

const PLACEHOLDERS = {
  openai: 'https://api.example.com/v1',
  anthropic: 'https://api.example.com',
  gemini: 'https://api.example.com',
} as const satisfies Record<Dialect, string>

function Protocols({ at, dialect }: { at: number; dialect: Dialect }) {
  const t = useTexts('providers')
  const { control, formState } = useFormContext<EndpointsForm>()
  const label = t('connection.protocols', { dialect: t(`dialect.${dialect}`) })
  const error = faultText(formState.errors.endpoints?.[at]?.protocols, t('bad.protocols'))
  return (
    <Controller
      control={control}
      name={`endpoints.${at}.protocols`}
      render={({ field }) => (
        <div role="group" aria-label={label} className="flex flex-wrap items-center gap-x-4 gap-y-2.5 desk:pl-22">
          {CAPABILITIES[dialect].map((protocol) => (
            <label key={protocol} className="row text-cell gap-1.5">
              <Checkbox
                checked={field.value.includes(protocol)}
                onChange={(on) =>
                  field.onChange(
                    CAPABILITIES[dialect].filter((one) => (one === protocol ? on : field.value.includes(one))),
                  )
                }
              />
              {t(`protocol.${protocol}`)}
            </label>
          ))}
          <span className="sp hide" />
          <span className="t3 basis-full desk:basis-auto">{t(`connection.how.${dialect}`)}</span>
          {error && (
            <span className="err text-meta basis-full" role="alert">
              {error}
            </span>
          )}
        </div>
      )}
    />
  )
}

type NotesProps = Pick<RowProps, 'at' | 'dialect' | 'trusted'> & { error: string | undefined }

function AddressNotes({ at, dialect, trusted, error }: NotesProps) {
  const t = useTexts('providers')
  const { control } = useFormContext<EndpointsForm>()
  const address = useWatch({ control, name: `endpoints.${at}.base_url` })
  const allowed = useWatch({ control, name: 'allow_private' })
  const doubts = error !== undefined || trusted.includes(address) ? [] : addressDoubts(dialect, address)
  return (
    <div id={`endpoint-${at}-notes`} className="col gap4 empty:hidden desk:pl-22">
      {error && (
        <span className="err text-meta" role="alert">
          {error}
        </span>
      )}
      {doubts
        .filter((doubt) => doubt !== 'private' || !allowed)
        .map((doubt) => (
          <span key={doubt} className="warn row gap4 text-meta">
            <Icon of={TriangleAlert} small />
            {t(`connection.doubt.${doubt}`)}
          </span>
        ))}
    </div>
  )
}

function PrivateSwitch() {
  const t = useTexts('providers')
  const { control } = useFormContext<EndpointsForm>()
  return (
    <Controller
      control={control}
      name="allow_private"
      render={({ field }) => (
        <div className="col gap4">
          <label className="row gap12">
            <Switch checked={field.value === true} onChange={field.onChange} />
            <span>
              {t('connection.allowPrivate')}
              <span className="t3 block">{t('connection.allowPrivateHint')}</span>
            </span>
          </label>
          {field.value && (
            <p className="note warn text-cell" role="status">
              <Icon of={TriangleAlert} small />
              {t('connection.allowPrivateWarn')}
            </p>
          )}
        </div>
      )}
    />
  )
}
