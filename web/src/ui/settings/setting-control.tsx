import type { AnySetting } from '../../../../src/contract/setting.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultsOf, type LimitRow } from '../../lib/limits/rows.ts'
import type { FieldWiring } from '../field.tsx'
import { LimitsField } from '../limits/limits-field.tsx'
import { useLimitWords } from '../limits/use-limit-words.ts'
import { RadioRows } from '../radio-rows.tsx'
import { Select } from '../select.tsx'
import { Switch } from '../switch.tsx'
import { isExplained, type Draft } from '../../lib/settings/draft.ts'
import { NamesField } from './names-field.tsx'
import { PictureField } from './picture-field.tsx'
import { useSettingWords } from './use-setting-words.ts'

type Props = { setting: AnySetting; draft: Draft; onChange: (draft: Draft) => void; wiring: FieldWiring }

/** The control a setting is filled in with. Numbers are lines of text, so that a turning wheel changes none. */
export function SettingControl({ setting, draft, onChange, wiring }: Props) {
  const { say, unit } = useSettingWords()
  const { form } = setting
  if (typeof draft === 'boolean') return <OnOff on={draft} onChange={onChange} wiring={wiring} />
  if (typeof draft !== 'string') return <Limits rows={draft} onChange={onChange} />
  if (form.kind === 'picture')
    return <PictureField draft={draft} maxBytes={form.maxBytes} onChange={onChange} wiring={wiring} />
  if (form.kind === 'names') return <NamesField draft={draft} onChange={onChange} wiring={wiring} />
  if (form.kind === 'choice') {
    if (isExplained(form)) return <Explained {...{ form, draft, onChange, wiring }} />
    const options = form.options.map((option) => ({ value: option.value, label: say(option) }))
    return <Select className="sys-wide" options={options} value={draft} onChange={onChange} wiring={wiring} />
  }
  if (form.kind === 'zone') {
    const options = ZONES.map((name) => ({ value: name, label: name }))
    return <Select className="sys-wide" options={options} value={draft} onChange={onChange} wiring={wiring} />
  }
  if (form.kind === 'networks') {
    return (
      <textarea
        className="in m sys-wide"
        rows={3}
        spellCheck={false}
        placeholder="10.0.0.0/8"
        value={draft}
        onChange={(event) => onChange(event.target.value)}
        {...wiring}
      />
    )
  }
  const figure = form.kind === 'whole' || form.kind === 'factor' || form.kind === 'usd'
  return (
    <span className={`in ${figure ? 'n sys-figure' : 'sys-wide'} ${wiring['aria-invalid'] ? 'bad' : ''}`}>
      <input
        value={draft}
        autoComplete="off"
        spellCheck={false}
        inputMode={form.kind === 'whole' ? 'numeric' : figure ? 'decimal' : form.kind === 'origin' ? 'url' : 'text'}
        onChange={(event) => onChange(event.target.value)}
        {...(form.kind === 'text' && { maxLength: form.maxChars })}
        {...(form.kind === 'origin' && { placeholder: 'https://…' })}
        {...wiring}
      />
      {figure && <span className="t3 nw">{unit(setting)}</span>}
    </span>
  )
}

// The server's own standard must be among them; some browsers leave it out.
const ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

type ChoiceForm = Extract<AnySetting['form'], { kind: 'choice' }>

function Explained({
  form,
  draft,
  onChange,
  wiring,
}: Omit<Props, 'setting' | 'draft'> & { form: ChoiceForm; draft: string }) {
  const { say } = useSettingWords()
  const options = form.options.map(({ value, sentence, cost, ...words }) => ({
    value,
    label: say(words),
    sentence: sentence && say(sentence),
    cost: cost && say(cost),
  }))
  return <RadioRows options={options} value={draft} onChange={onChange} describedBy={wiring['aria-describedby']} />
}

function OnOff({ on, onChange, wiring }: { on: boolean; onChange: (on: boolean) => void; wiring: FieldWiring }) {
  const t = useTexts('config')
  return (
    <span className="row">
      <Switch checked={on} onChange={onChange} id={wiring.id} aria-describedby={wiring['aria-describedby']} />
      <span aria-hidden="true">{t(on ? 'on' : 'off')}</span>
    </span>
  )
}

function Limits({ rows, onChange }: { rows: readonly LimitRow[]; onChange: (rows: readonly LimitRow[]) => void }) {
  const words = useLimitWords()
  return <LimitsField rows={rows} onChange={onChange} faults={faultsOf(rows).map(words.fault)} />
}
