import { ArrowRight } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dot } from '../../ui/dot.tsx'
import { Icon } from '../../ui/icon.tsx'
import { settingOf, type Change } from '../../lib/settings/draft.ts'
import { useSettingWords } from '../../ui/settings/use-setting-words.ts'

type Props = { changes: readonly Change[]; busy: boolean; onDrop: () => void; onSave: () => void }

/** What is about to be changed, before and after, and the decision. */
export function SaveBar({ changes, busy, onDrop, onSave }: Props) {
  const t = useTexts('config')
  const words = useSettingWords()
  const risky = changes.some(({ key }) => settingOf(key).risky)
  const wrong = changes.some(({ value }) => value === undefined)
  return (
    <section className="sys-bar" aria-label={t('preview')}>
      <ul>
        {changes.map(({ key, before, value }) => (
          <li key={key} className="row">
            <span className="el">{words.say(settingOf(key).title)}</span>
            <s className="t3 el">{words.told(settingOf(key), before)}</s>
            <Icon of={ArrowRight} small />
            {value === undefined ? (
              <span className="err">{t('invalid')}</span>
            ) : (
              <b className="el">{words.told(settingOf(key), value)}</b>
            )}
          </li>
        ))}
      </ul>
      <div className="row wrap">
        <Dot tone="acc" />
        <b className="nw" aria-live="polite">
          {t('changes', { count: changes.length })}
        </b>
        {risky && <span className="warn">{t('risky')}</span>}
        <span className="row ml-auto">
          <Button kind="ghost" onClick={onDrop}>
            {t('drop')}
          </Button>
          <Button kind="primary" busy={busy} disabled={wrong} onClick={onSave}>
            {t('save')}
          </Button>
        </span>
      </div>
    </section>
  )
}
