import { useQuery } from '@tanstack/react-query'
import { keepingIn } from '../../../../src/contract/settings-keeping.ts'
import type { SettingValues } from '../../../../src/contract/settings.ts'
import { adminGetStorage } from '../../../../src/contract/system.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { bytes } from '../../lib/bytes.ts'
import { ask } from '../../lib/query.ts'
import { diskForecast } from '../../lib/settings/disk-forecast.ts'
import type { Settings } from '../../lib/settings/use-settings.ts'
import { Note } from '../../ui/note.tsx'
import { keysOf } from './sections.ts'
import { SettingList } from './setting-list.tsx'
import { Storage } from './storage.tsx'

/** What is kept of requests and for how long, beside what that takes of the disk. */
export function Retention({ settings }: { settings: Settings }) {
  const t = useTexts('config')
  const saved = settings.query.data?.values
  const typed = saved && typedOver(saved, settings.changes)
  return (
    <div className="sys-beside">
      <SettingList
        title={t('section.retention')}
        remark={t('remark.retention')}
        keys={keysOf('retention')}
        settings={settings}
        notes={{
          'capture.level': typed?.['capture.level'] === 'FULL' && saved?.['capture.level'] !== 'FULL' && (
            <FullNote typed={typed} />
          ),
        }}
      />
      {saved && typed && <Storage saved={saved} typed={typed} />}
    </div>
  )
}

/** What is filled in and could be saved counts as if it were. */
function typedOver(saved: SettingValues, changes: Settings['changes']): SettingValues {
  const valid = changes.filter(({ value }) => value !== undefined)
  return { ...saved, ...Object.fromEntries(valid.map(({ key, value }) => [key, value])) }
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
