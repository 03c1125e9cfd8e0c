import { ExternalLink, Plus, RotateCw, TriangleAlert, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState, type ChangeEvent } from 'react'
import { useFieldArray, useFormContext, type UseFormReturn } from 'react-hook-form'
import type { Preset } from '../../../../src/contract/presets.ts'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { wholeNumber } from '../../lib/whole-number.ts'
import { useLocale } from '../../lib/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { Note } from '../../ui/note.tsx'
import { BillingField } from '../../ui/provider/billing-field.tsx'
import { EndpointFields } from '../../ui/provider/endpoint-fields.tsx'
import { LineFields } from '../../ui/provider/line-fields.tsx'
import { ProbeResult, ProbeRunning } from '../../ui/provider/probe-result.tsx'
import { RoutingNumber } from '../../ui/provider/routing-number.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ConnectionForm } from './connection.ts'
import { emptyCredential, filledIn, slugFor } from './connection.ts'
import type { Test } from './wizard.ts'

const PasteDialog = lazy(() =>
  loadChunk(() => import('../../ui/provider/paste-dialog.tsx')).then((found) => ({ default: found.PasteDialog })),
)

type Props = {
  preset: Preset
  /** Whose slugs are taken. */
  others: readonly Provider[]
  test: Test
  stale: boolean
  onChangePreset: () => void
  onTest: () => void
}

/** Step two: addresses and secrets, tried before anything is saved. Stands inside a FormProvider. */
export function ConnectionStep({ preset, others, test, stale, onChangePreset, onTest }: Props) {
  return (
    <>
      <PresetLine preset={preset} onChange={onChangePreset} />
      <Basics {...{ preset, others }} />
      <EndpointFields preset={preset} />
      <Credentials local={preset.allow_private} />
      <LineFields />
      <TestPanel test={test} stale={stale} onTest={onTest} />
    </>
  )
}

function PresetLine({ preset, onChange }: { preset: Preset; onChange: () => void }) {
  const t = useTexts('providers')
  const locale = useLocale()
  const links = [
    [preset.keys_url, t('connection.getKey')],
    [preset.website, t('connection.website')],
  ] as const
  return (
    <div className="flex items-center gap-3 rounded-card border border-line bg-canvas p-3">
      <MarkTile names={[preset.id, preset.name.en]} size={40} />
      <div className="sp min-w-0">
        <b>{locale === 'en' ? preset.name.en : preset.name.zh}</b>
        <div className="t3 row wrap gap-x-3! gap-y-0!">
          <span>{t(preset.custom_base ? 'connection.presetCustom' : 'connection.preset')}</span>
          {links.map(
            ([href, text]) =>
              href !== null && (
                <a key={href} href={href} target="_blank" rel="noreferrer" className="row gap4">
                  {text}
                  <Icon of={ExternalLink} small />
                </a>
              ),
          )}
        </div>
      </div>
      <Button small onClick={onChange}>
        {t('connection.change')}
      </Button>
    </div>
  )
}

function Basics({ preset, others }: Pick<Props, 'preset' | 'others'>) {
  const t = useTexts('providers')
  const { register, setValue, formState } = useFormContext<ConnectionForm>()
  const { errors, dirtyFields } = formState
  const slugFollows = (name: string) => {
    if (!dirtyFields.slug) setValue('slug', slugFor(name, preset, others))
  }
  return (
    <div className="grid grid-cols-2 gap-x-3.5 gap-y-1.5 desk:grid-cols-[1.3fr_1.2fr_72px_auto]">
      <TextField
        label={t('connection.name')}
        maxLength={64}
        autoComplete="off"
        error={faultText(errors.name, t('bad.name'))}
        {...register('name', { onChange: (event: ChangeEvent<HTMLInputElement>) => slugFollows(event.target.value) })}
      />
      <TextField
        label={t('connection.slug')}
        className="m"
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        error={faultText(errors.slug, t('bad.slug'))}
        {...register('slug')}
      />
      <RoutingNumber of="priority" fault={errors.priority} {...register('priority', { setValueAs: wholeNumber })} />
      <div className="col-span-full desk:col-span-1">
        <BillingField />
      </div>
      <p className="t3 col-span-full">{t('connection.basicsHint')}</p>
    </div>
  )
}

function Credentials({ local }: { local: boolean }) {
  const t = useTexts('providers')
  const { control, getValues } = useFormContext<ConnectionForm>()
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'credentials', keyName: 'key' })
  const [pasting, setPasting] = useState(false)
  const add = () =>
    append(emptyCredential(t('connection.another', { n: fields.length + 1 })), {
      focusName: `credentials.${fields.length}.secret`,
    })
  return (
    <section className="col" aria-label={t('connection.credentials')}>
      <div className="row">
        <h3>{t('connection.credentials')}</h3>
        <span className="t3 hide">{t('connection.credentialsHint')}</span>
        <span className="sp" />
        <Button kind="ghost" small onClick={add}>
          <Icon of={Plus} small />
          {t('connection.addCredential')}
        </Button>
        <Button kind="ghost" small className="hide" onClick={() => setPasting(true)}>
          {t('paste.open')}
        </Button>
      </div>
      <div className="rounded-card border border-line">
        {fields.map((row, at) => (
          <CredentialRow key={row.key} at={at} onRemove={fields.length > 1 ? () => remove(at) : undefined} />
        ))}
        <p className="t3 px-3 pb-3">
          {t('connection.secretHint')}
          {local && t('connection.secretLocal')}
        </p>
      </div>
      <Suspense fallback={null}>
        {pasting && <PasteRows {...{ getValues, replace }} onClose={() => setPasting(false)} />}
      </Suspense>
    </section>
  )
}

type Form = UseFormReturn<ConnectionForm>
type PasteRowsProps = Pick<Form, 'getValues'> & {
  replace: (rows: ConnectionForm['credentials']) => void
  onClose: () => void
}

/** Here the rows of the form are all that there is. */
function PasteRows({ getValues, replace, onClose }: PasteRowsProps) {
  const rows = filledIn(getValues('credentials'))
  return (
    <PasteDialog
      taken={rows.map(({ name = '' }) => name)}
      holdersOf={async (pasted) =>
        pasted.map(({ secret }) => rows.find((row) => row.secret.trim() === secret)?.name ?? null)
      }
      onAdd={async (pasted) => {
        replace([...rows, ...pasted])
        return pasted.length
      }}
      onClose={onClose}
    />
  )
}

function CredentialRow({ at, onRemove }: { at: number; onRemove: (() => void) | undefined }) {
  const t = useTexts('providers')
  const { register, formState, getValues } = useFormContext<ConnectionForm>()
  const errors = formState.errors.credentials?.[at]
  return (
    <div
      className={`grid grid-cols-2 items-start gap-x-3 gap-y-2.5 border-line p-3 not-first:border-t ${onRemove ? 'desk:grid-cols-[130px_minmax(0,1fr)_72px_72px_auto]' : 'desk:grid-cols-[130px_minmax(0,1fr)_72px_72px]'}`}
    >
      <div className="col-span-full desk:col-span-1">
        <TextField
          label={t('connection.credentialName')}
          maxLength={64}
          autoComplete="off"
          error={faultText(errors?.name, t('bad.name'))}
          {...register(`credentials.${at}.name`)}
        />
      </div>
      <div className="order-first col-span-full desk:order-none desk:col-span-1">
        <SecretField
          label={t('connection.secret')}
          required
          className="m"
          autoComplete="off"
          data-1p-ignore
          error={faultText(errors?.secret, t('bad.secret'))}
          {...register(`credentials.${at}.secret`)}
        />
      </div>
      <RoutingNumber
        of="priority"
        fault={errors?.priority}
        {...register(`credentials.${at}.priority`, { setValueAs: wholeNumber })}
      />
      <RoutingNumber
        of="weight"
        fault={errors?.weight}
        {...register(`credentials.${at}.weight`, { setValueAs: wholeNumber })}
      />
      {onRemove && (
        <Button
          kind="ghost"
          small
          icon
          className="self-end desk:mb-0.75"
          aria-label={t('connection.removeCredential', { name: getValues(`credentials.${at}.name`) ?? '' })}
          onClick={onRemove}
        >
          <Icon of={X} small />
        </Button>
      )}
    </div>
  )
}

function TestPanel({ test, stale, onTest }: Pick<Props, 'test' | 'stale' | 'onTest'>) {
  const t = useTexts('providers')
  const tested = test.state === 'answered' || test.state === 'failed'
  const panel = useRef<HTMLElement>(null)
  // The answer may come up below the fold.
  useEffect(() => {
    if (tested) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [tested, test])
  return (
    <section ref={panel} className="col" aria-label={t('test.title')}>
      <div className="row">
        <h3>{t('test.title')}</h3>
        <span className="t3 hide">{t('test.hint')}</span>
        <span className="sp" />
        <Button small busy={test.state === 'running'} onClick={onTest}>
          <Icon of={RotateCw} small />
          {t(tested ? 'test.again' : 'test.run')}
        </Button>
      </div>
      {test.state === 'running' && <ProbeRunning />}
      {stale && (
        <p className="warn row gap4 text-meta" role="status">
          <Icon of={TriangleAlert} small />
          {t('test.stale')}
        </p>
      )}
      {test.state === 'answered' && <ProbeResult probes={test.probes} />}
      {test.state === 'failed' && (
        <Note tone="err" urgent>
          <span>
            <b>{t('test.unreached')}</b> {test.why}
          </span>
        </Note>
      )}
    </section>
  )
}
