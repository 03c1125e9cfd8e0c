import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { masked } from '../../lib/key/key-state.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { stuckOver } from '../../ui/stuck.ts'
import { PasteKey } from './paste-key.tsx'
import { SYSTEM_NAMES, SYSTEMS, systemOf } from './systems.ts'
import type { GivenState } from './use-given.ts'

/** What every code of the page is filled with; folded up on a phone. */
export function ParamBar({ given }: { given: GivenState }) {
  const t = useTexts('tutorial')
  const [open, setOpen] = useState(false)
  const { key, model, secret, system } = given
  const summary = [key?.name, model, SYSTEM_NAMES[system]].filter(Boolean).join(' · ')
  return (
    <Card className={`tu-bar ${open ? 'open' : ''}`} data-stuck ref={stuckOver} aria-label={t('bar.title')}>
      <div className="row only-m">
        <div className="min-w-0">
          <div className="t3">{t('bar.title')}</div>
          <div className="el">{summary}</div>
        </div>
        <span className="sp" />
        <Button small aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'bar.fold' : 'bar.change')}
        </Button>
      </div>
      <div className="tu-fields">
        <h2 className="hide">{t('bar.title')}</h2>
        <BaseUrl origin={given.origin} />
        <KeyField given={given} />
        <ModelField given={given} />
        <SystemField given={given} />
      </div>
      {key !== undefined &&
        (secret === undefined ? (
          <PasteKey item={key} onPaste={given.paste} />
        ) : (
          <p className="row t3 tu-safe">
            <Icon of={ShieldCheck} small className="ok" />
            {t('bar.masked')}
          </p>
        ))}
    </Card>
  )
}

function BaseUrl({ origin }: { origin: string }) {
  return (
    <div className="f">
      <span className="l">Base URL</span>
      <span className="in tu-url">
        <span className="m el">{origin}</span>
        <span className="sp" />
        <CopyButton text={origin} what=" Base URL" />
      </span>
    </div>
  )
}

function KeyField({ given: { keys, key, usable, change } }: { given: GivenState }) {
  const t = useTexts('tutorial')
  if (keys.isSuccess && key === undefined) {
    return (
      <div className="f">
        <span className="l">{t('bar.key')}</span>
        <Link to="/dashboard/api-keys?new=1" className="link tu-none">
          {t('bar.no_key')}
        </Link>
      </div>
    )
  }
  return (
    <Field label={t('bar.key')}>
      {(wiring) => (
        <Select
          wiring={wiring}
          options={usable.map((one) => ({
            value: one.id,
            label: (
              <>
                {one.name} <span className="m t2">{masked(one)}</span>
              </>
            ),
          }))}
          value={key?.id ?? null}
          onChange={(id) => change({ key: id })}
        />
      )}
    </Field>
  )
}

function ModelField({ given: { models, offered, model, change } }: { given: GivenState }) {
  const t = useTexts('tutorial')
  return (
    <Field label={t('bar.model')}>
      {(wiring) => (
        <Select
          wiring={wiring}
          options={offered.map((id) => ({ value: id, label: id }))}
          value={model ?? null}
          placeholder={models.isSuccess ? t('bar.no_model') : ''}
          disabled={offered.length === 0}
          onChange={(id) => change({ model: id })}
        />
      )}
    </Field>
  )
}

function SystemField({ given: { system, change } }: { given: GivenState }) {
  const t = useTexts('tutorial')
  const detected = systemOf(navigator.userAgent)
  return (
    <div className="f">
      <span className="l">{t(system === detected ? 'bar.system_found' : 'bar.system')}</span>
      <Segmented
        label={t('bar.system')}
        options={SYSTEMS.map((value) => ({ value, label: SYSTEM_NAMES[value] }))}
        value={system}
        onChange={(value) => change({ os: value === detected ? null : value })}
      />
    </div>
  )
}
