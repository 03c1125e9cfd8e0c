import { SearchX } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminListPresets, type Preset } from '../../../../src/contract/presets.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useLocale } from '../../lib/locale.ts'
import { ask } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Bone, Skeleton } from '../../ui/skeleton.tsx'

type Props = { chosen: Preset | null; onChoose: (preset: Preset) => void }

/** Step one: which vendor, from the templates the gateway knows. */
export function PresetStep({ chosen, onChoose }: Props) {
  const t = useTexts('providers')
  const presets = useQuery(ask(adminListPresets))
  const [query, setQuery] = useState('')
  if (presets.isError && !presets.data) {
    return <ErrorState error={presets.error} title={t('preset.failed')} onRetry={() => void presets.refetch()} />
  }
  const all = presets.data?.items ?? []
  const wanted = query.trim().toLowerCase()
  const found = all.filter(({ id, name }) => `${id} ${name.zh} ${name.en}`.toLowerCase().includes(wanted))
  const groups = [
    { title: t('preset.vendors'), items: found.filter((preset) => !preset.custom_base) },
    { title: t('preset.custom'), text: t('preset.customText'), items: found.filter((preset) => preset.custom_base) },
  ].filter(({ items }) => items.length > 0)
  return (
    <>
      <SearchField value={query} onChange={setQuery} label={t('preset.search')} className="w-full!" />
      {presets.isPending && <PresetBones />}
      {groups.map(({ title, text, items }) => (
        <section key={title} className="col" aria-label={title}>
          <div className="row wrap">
            <h3>{title}</h3>
            {text !== undefined && <span className="t3">{text}</span>}
          </div>
          <ul className="grid grid-cols-2 gap-2 desk:grid-cols-3">
            {items.map((preset) => (
              <li key={preset.id}>
                <PresetTile preset={preset} on={preset.id === chosen?.id} onChoose={() => onChoose(preset)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {presets.isSuccess && found.length === 0 && (
        <Empty
          icon={SearchX}
          title={t('preset.none', { query: query.trim() })}
          text={t('preset.customText')}
          actions={<Button onClick={() => setQuery('')}>{t('preset.all')}</Button>}
        />
      )}
    </>
  )
}

function PresetTile({ preset, on, onChoose }: { preset: Preset; on: boolean; onChoose: () => void }) {
  const t = useTexts('providers')
  const locale = useLocale()
  const dialects = preset.endpoints.map(({ dialect }) => t(`dialect.${dialect}`))
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onChoose}
      className="flex h-full w-full items-center gap-3 rounded-card border border-line p-3 text-left hover:bg-hov aria-pressed:border-accent aria-pressed:bg-tint"
    >
      <MarkTile names={[preset.id, preset.name.en]} size={32} />
      <span className="grid min-w-0">
        <span className="font-medium wrap-anywhere">{locale === 'en' ? preset.name.en : preset.name.zh}</span>
        <span className="t3">{dialects.join(' · ')}</span>
      </span>
    </button>
  )
}

function PresetBones() {
  return (
    <Skeleton>
      <div className="grid grid-cols-2 gap-2 desk:grid-cols-3">
        {Array.from({ length: 12 }, (_, at) => (
          <Bone key={at} height={66} className="rounded-card!" />
        ))}
      </div>
    </Skeleton>
  )
}
