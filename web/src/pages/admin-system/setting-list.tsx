import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SettingKey } from '../../../../src/contract/settings.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { SaveBar } from './save-bar.tsx'
import { SettingField } from './setting-field.tsx'
import type { Settings } from '../../lib/settings/use-settings.ts'

/** What is to be known of what was filled in, by setting. */
export type Notes = Readonly<Partial<Record<SettingKey, ReactNode>>>

type Props = { title: string; remark: string; keys: readonly SettingKey[]; settings: Settings; notes?: Notes }

/** Some settings as a form with its own bar to save them. */
export function SettingList({ title, remark, keys, settings, notes }: Props) {
  const t = useTexts('config')
  const changes = settings.changes.filter(({ key }) => keys.includes(key))
  return (
    <div className="relative">
      <Card flush>
        <CardHead title={title} remark={remark} />
        <Block query={settings.query} bones={<TableSkeleton rows={5} tall />}>
          {({ values, changed }) =>
            keys.length === 0 ? (
              <Empty icon={SearchX} title={t('none')} />
            ) : (
              keys.map((key) => (
                <SettingField
                  key={key}
                  name={key}
                  value={values[key]}
                  draft={settings.drafts[key]}
                  change={changes.find((change) => change.key === key)}
                  isSet={changed.includes(key)}
                  fault={settings.faults[key]}
                  onFill={(draft) => settings.fill(key, draft)}
                  onUndo={() => settings.drop([key])}
                  note={notes?.[key]}
                />
              ))
            )
          }
        </Block>
      </Card>
      {changes.length > 0 && settings.query.data !== undefined && (
        <SaveBar
          changes={changes}
          busy={settings.busy}
          onDrop={() => settings.drop(keys)}
          onSave={() => settings.query.data && void settings.save(settings.query.data, changes)}
        />
      )}
    </div>
  )
}
