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
type Notes = Readonly<Partial<Record<SettingKey, ReactNode>>>

type Props = { title: string; remark: string; keys: readonly SettingKey[]; settings: Settings }

/** Some settings as a form with its own bar to save them. */
export function SettingList({ title, remark, keys, settings }: Props) {
  return (
    <div className="relative">
      <SettingCard title={title} remark={remark} keys={keys} settings={settings} />
      <SettingsBar title={title} keys={keys} settings={settings} />
    </div>
  )
}

type CardProps = Omit<Props, 'remark'> & { remark?: ReactNode; notes?: Notes; children?: ReactNode }

/** A card with some settings, and below them what else belongs there; `SettingsBar` saves them. */
export function SettingCard({ title, remark, keys, settings, notes, children }: CardProps) {
  const t = useTexts('config')
  return (
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
                change={settings.changes.find((change) => change.key === key)}
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
      {children}
    </Card>
  )
}

/** The bar that saves some settings, while any of them is filled in otherwise than it is. */
export function SettingsBar({ title, keys, settings }: Omit<Props, 'remark'>) {
  const changes = settings.changes.filter(({ key }) => keys.includes(key))
  const view = settings.query.data
  if (changes.length === 0 || view === undefined) return null
  return (
    <SaveBar
      title={title}
      saved={view.values}
      changes={changes}
      busy={settings.busy}
      onDrop={() => settings.drop(keys)}
      onSave={() => void settings.save(view, changes)}
    />
  )
}
