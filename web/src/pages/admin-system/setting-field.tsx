import { LockKeyhole, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { STANDARD_SETTINGS, type SettingKey } from '../../../../src/contract/settings.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dot } from '../../ui/dot.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { draftOf, isExplained, settingOf, type Change, type Draft } from '../../lib/settings/draft.ts'
import { SettingControl } from '../../ui/settings/setting-control.tsx'
import { useSettingWords } from '../../ui/settings/use-setting-words.ts'

type Props = {
  name: SettingKey
  /** What it is now. */
  value: unknown
  draft: Draft | undefined
  change: Change | undefined
  /** Somebody has set it. */
  isSet: boolean
  /** What the server said about it. */
  fault: string | undefined
  onFill: (draft: Draft) => void
  onUndo: () => void
  /** What is to be known of what was filled in. */
  note?: ReactNode
}

/** A setting: what it does, its control, what it was, and what it may be. */
export function SettingField({ name, value, draft, change, isSet, fault, onFill, onUndo, note }: Props) {
  const t = useTexts('config')
  const setting = settingOf(name)
  const words = useSettingWords()
  const wrong = change !== undefined && change.value === undefined ? words.wrong(setting) : undefined
  const standard = () => onFill(draftOf(setting.form, STANDARD_SETTINGS[name]))
  const title = (
    <span className="row gap4">
      {words.say(setting.title)}
      {setting.risky === true && <Icon of={LockKeyhole} small className="t3" label={t('risky')} />}
      {change !== undefined && (
        <>
          <Dot tone="acc" />
          <span className="vh">{t('changed')}</span>
        </>
      )}
    </span>
  )
  const below = (
    <span className="row wrap gap16">
      {change === undefined ? (
        // A picture is taken away beside it.
        isSet &&
        setting.form.kind !== 'picture' && (
          <Button small kind="ghost" onClick={standard}>
            {t('reset')}
          </Button>
        )
      ) : (
        <span className="row gap4">
          {t('was', { value: words.told(setting, value) })}
          <Button small kind="ghost" onClick={onUndo}>
            <Icon of={Undo2} small />
            {t('undo')}
          </Button>
        </span>
      )}
      <span className={change === undefined ? '' : 'ml-auto'}>{words.bounds(setting)}</span>
    </span>
  )
  return (
    <div className={`sys-row ${change === undefined ? '' : 'changed'}`} id={name}>
      <Field
        label={title}
        hint={below}
        error={fault ?? wrong}
        group={setting.form.kind === 'limits' || setting.form.kind === 'picture' || isExplained(setting.form)}
      >
        {(wiring) => (
          <>
            <p className="t3 sys-said">{words.say(setting.sentence)}</p>
            <SettingControl
              setting={setting}
              draft={draft ?? draftOf(setting.form, value)}
              onChange={onFill}
              wiring={wiring}
            />
          </>
        )}
      </Field>
      {note}
    </div>
  )
}
