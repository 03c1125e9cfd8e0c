import { useQuery } from '@tanstack/react-query'
import { keepingIn } from '../../../../src/contract/settings-keeping.ts'
import type { SettingValues } from '../../../../src/contract/settings.ts'
import { adminGetStorage } from '../../../../src/contract/system.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { bytes } from '../../lib/bytes.ts'
import { ask } from '../../lib/query.ts'
import { diskForecast } from '../../lib/settings/disk-forecast.ts'
import { typedOver } from '../../lib/settings/draft.ts'
import type { Settings } from '../../lib/settings/use-settings.ts'
import { Note } from '../../ui/note.tsx'
import { keysOf, RETENTION_CARDS } from './sections.ts'
import { SettingCard, SettingsBar } from './setting-list.tsx'
import { Storage } from './storage.tsx'

/** What is kept of requests, for how long and what happens as the disk fills, beside what that takes of it. */
export function Retention({ settings }: { settings: Settings }) {
  const t = useTexts('config')
  const saved = settings.query.data?.values
  const typed = saved && typedOver(saved, settings.changes)
  const toFull = typed?.['capture.level'] === 'FULL' && saved?.['capture.level'] !== 'FULL'
  return (
    <div className="sys-beside">
      <div className="relative sys-cards">
        <div className="hide">
          <h2>{t('section.retention')}</h2>
          <p className="t2">{t('remark.retention')}</p>
        </div>
        <SettingCard
          title={t('kept.content')}
          remark={t('kept.at_once')}
          keys={RETENTION_CARDS.content}
          settings={settings}
          notes={{ 'capture.level': toFull && <FullNote typed={typed} /> }}
        />
        <SettingCard
          title={t('kept.times')}
          remark={t('kept.nightly')}
          keys={RETENTION_CARDS.times}
          settings={settings}
        >
          <Fixed of="audit" />
          <Fixed of="sums" />
        </SettingCard>
        <SettingCard
          title={t('kept.disk')}
          keys={RETENTION_CARDS.disk}
          settings={settings}
          notes={{ 'capture.on_low_disk': <StoppedNote /> }}
        />
        <SettingsBar title={t('section.retention')} keys={keysOf('retention')} settings={settings} />
      </div>
      {saved && typed && <Storage saved={saved} typed={typed} />}
    </div>
  )
}

/** What is kept for ever, and nobody can change that. */
function Fixed({ of }: { of: 'audit' | 'sums' }) {
  const t = useTexts('config')
  return (
    <div className="sys-row">
      <div className="f">
        <span className="l">{t(`kept.${of}`)}</span>
        <p className="t3 sys-said">{t(`kept.${of}_said`)}</p>
        <span className="row t2">{t('kept.for_ever')}</span>
        <span className="h">{t('kept.fixed')}</span>
      </div>
    </div>
  )
}

function FullNote({ typed }: { typed: SettingValues }) {
  const t = useTexts('config')
  const { data } = useQuery(ask(adminGetStorage))
  const daily = data && diskForecast(data, keepingIn(typed), typed['alerts.disk_percent']).daily
  return (
    <Note tone="warn">
      <span>{daily ? t('full_note', { size: bytes(daily.rows + daily.captures) }) : t('full_note_unknown')}</span>
    </Note>
  )
}

function StoppedNote() {
  const t = useTexts('config')
  const { data } = useQuery(ask(adminGetStorage))
  if (!data?.captures_stopped) return null
  return (
    <Note tone="warn">
      <span>{t('kept.stopped')}</span>
    </Note>
  )
}
