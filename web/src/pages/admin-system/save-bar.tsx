import { useQuery } from '@tanstack/react-query'
import { ArrowRight, TriangleAlert } from 'lucide-react'
import type { SettingValues } from '../../../../src/contract/settings.ts'
import { adminGetStorage } from '../../../../src/contract/system.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { bytes } from '../../lib/bytes.ts'
import { ask } from '../../lib/query.ts'
import { changeEffect, changesDisk, type ChangeEffect } from '../../lib/settings/change-effect.ts'
import { settingOf, typedOver, type Change } from '../../lib/settings/draft.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Dot } from '../../ui/dot.tsx'
import { Icon } from '../../ui/icon.tsx'
import { stuckUnder } from '../../ui/stuck.ts'
import { useSettingWords } from '../../ui/settings/use-setting-words.ts'

type Props = {
  /** What the settings belong to. */
  title: string
  saved: SettingValues
  changes: readonly Change[]
  busy: boolean
  onDrop: () => void
  onSave: () => void
}

/** What is about to be changed, before and after, with what that does, and the decision. */
export function SaveBar({ title, saved, changes, busy, onDrop, onSave }: Props) {
  const t = useTexts('config')
  const words = useSettingWords()
  const seen = useQuery({ ...ask(adminGetStorage), enabled: changes.some(changesDisk) }).data
  const typed = typedOver(saved, changes)
  const risky = changes.some(({ key }) => settingOf(key).risky)
  const wrong = changes.some(({ value }) => value === undefined)
  return (
    <section className="sys-bar" data-stuck ref={stuckUnder} aria-label={t('preview')}>
      <h3 className="t3">{t('preview')}</h3>
      <ul>
        {changes.map((change) => {
          const { key, before, value } = change
          return (
            <li key={key}>
              <span>{words.say(settingOf(key).title)}</span>
              <s className="t3 el">{words.told(settingOf(key), before)}</s>
              <Icon of={ArrowRight} small />
              {value === undefined ? (
                <span className="err">{t('invalid')}</span>
              ) : (
                <>
                  <b className="el">{words.told(settingOf(key), value)}</b>
                  <Effect of={changeEffect(change, { saved, typed, seen })} />
                </>
              )}
            </li>
          )
        })}
      </ul>
      <div className="row wrap">
        <Dot tone="acc" />
        <b className="nw" aria-live="polite">
          {t('changes', { count: changes.length })}
        </b>
        <span className="t3 hide">{title}</span>
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

function Effect({ of: { warning, disk, risky } }: { of: ChangeEffect }) {
  const t = useTexts('config')
  const { count } = useFormat()
  const said = [
    warning !== null && t(`effect.${warning}`),
    disk !== null &&
      t(disk.bytes > 0 ? 'effect.more' : 'effect.less', { n: count(disk.days), size: bytes(Math.abs(disk.bytes)) }),
    risky && t('effect.confirm'),
  ].filter((part) => part !== false)
  if (said.length === 0) return null
  return (
    <span className={`sys-effect ${warning !== null || risky ? 'warn' : 't2'}`}>
      {(warning !== null || risky) && <Icon of={TriangleAlert} small />}
      <span>{said.join(t('effect.and'))}</span>
    </span>
  )
}
