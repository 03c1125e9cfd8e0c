import { ChevronDown, ShieldCheck, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { PLAYGROUND_PROTOCOLS } from '../../../../src/core/play.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Choices } from '../../lib/playground/choices.ts'
import type { Setup } from '../../lib/playground/talk.ts'
import type { Ready } from '../../lib/playground/use-talk.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SliderField } from '../../ui/slider-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { KeyField, ModelField } from './choice-fields.tsx'

type Props = { setup: Ready; choices: Choices; change: (patch: Partial<Setup>) => void }

const MOST_TOKENS = 8192
const TOKEN_STEP = 256
/** Where the slider stands while the model decides. */
const REST_TOKENS = 2048

/** What requests are made with; on a phone folded into one line. */
export function Params({ setup, choices, change }: Props) {
  const t = useTexts('playground')
  const format = useFormat()
  const [unfolded, setUnfolded] = useState(false)
  const key = choices.keys.find(({ id }) => id === setup.key)
  const model = choices.models.find(({ id }) => id === setup.model)?.display_name ?? setup.model
  // Those that are compared stand below, each over its answers.
  const said = [
    key?.name,
    setup.second === null && model,
    t(`protocols.${setup.protocol}`),
    setup.stream && t('stream'),
  ]
  const line = said.filter(Boolean).join(' · ')
  return (
    <aside className={unfolded ? 'pg-params on' : 'pg-params'} aria-label={t('params')}>
      <button type="button" className="pg-fold row" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
        <Icon of={SlidersHorizontal} small />
        <span className="el">{line}</span>
        <span className="sp" />
        <Icon of={ChevronDown} small />
      </button>
      <div className="pg-fields">
        <KeyField {...{ setup, choices, change }} />
        <ModelField {...{ setup, choices, change }} place="model" />
        {setup.second !== null && <ModelField {...{ setup, choices, change }} place="second" />}
        <Field label={t('protocol')} group>
          {() => (
            <Segmented
              label={t('protocol')}
              className="pg-protocols"
              value={setup.protocol}
              onChange={(protocol) => change({ protocol })}
              options={PLAYGROUND_PROTOCOLS.map((value) => ({ value, label: t(`protocols.${value}`) }))}
            />
          )}
        </Field>
        <TextArea
          label={t('system')}
          placeholder={t('systemHint')}
          value={setup.system}
          maxLength={20_000}
          onChange={(event) => change({ system: event.target.value })}
        />
        <SliderField
          label="temperature"
          min={0}
          max={2}
          step={0.1}
          rest={1}
          value={setup.temperature}
          text={setup.temperature === null ? t('byDefault') : String(setup.temperature)}
          resetLabel={t('reset')}
          onChange={(temperature) => change({ temperature })}
        />
        <SliderField
          label="max_tokens"
          min={TOKEN_STEP}
          max={MOST_TOKENS}
          step={TOKEN_STEP}
          rest={REST_TOKENS}
          value={setup.maxTokens}
          text={setup.maxTokens === null ? t('byDefault') : format.exact(setup.maxTokens)}
          resetLabel={t('reset')}
          onChange={(maxTokens) => change({ maxTokens })}
        />
        <label className="row text-cell">
          {t('stream')}
          <span className="sp" />
          <Switch checked={setup.stream} onChange={(stream) => change({ stream })} />
        </label>
        <p className="t3 pg-note">
          <Icon of={ShieldCheck} small />
          <span>{t('session')}</span>
        </p>
      </div>
    </aside>
  )
}
