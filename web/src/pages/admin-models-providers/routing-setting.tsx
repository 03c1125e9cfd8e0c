import type { SettingKey } from '../../../../src/contract/settings.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { settingOf, type Change, type Draft } from '../../lib/settings/draft.ts'
import { Dot } from '../../ui/dot.tsx'
import { Field } from '../../ui/field.tsx'
import { SettingControl } from '../../ui/settings/setting-control.tsx'
import { useSettingWords } from '../../ui/settings/use-setting-words.ts'

type Props = {
  name: SettingKey
  draft: Draft
  change: Change | undefined
  /** What the server said about it. */
  fault: string | undefined
  onFill: (draft: Draft) => void
}

/** A setting in a compact row: its name, its figure, what it is usually and what it may be. */
export function RoutingSetting({ name, draft, change, fault, onFill }: Props) {
  const t = useTexts('config')
  const setting = settingOf(name)
  const words = useSettingWords()
  const wrong = change !== undefined && change.value === undefined ? words.wrong(setting) : undefined
  const title = (
    <span className="row gap4">
      {words.say(setting.title)}
      {change !== undefined && (
        <>
          <Dot tone="acc" />
          <span className="vh">{t('changed')}</span>
        </>
      )}
    </span>
  )
  return (
    <div className={`rt-set ${change === undefined ? '' : 'on'}`}>
      <Field
        label={title}
        hint={<Said said={words.say(setting.sentence)} bounds={words.bounds(setting)} />}
        error={fault ?? wrong}
      >
        {(wiring) => <SettingControl setting={setting} draft={draft} onChange={onFill} wiring={wiring} />}
      </Field>
    </div>
  )
}

function Said({ said, bounds }: { said: string; bounds: string }) {
  return (
    <>
      <span>{said}</span>
      <span className="rt-bounds">{bounds}</span>
    </>
  )
}
