import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { Model } from '../../../../src/contract/models.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { price } from '../../lib/format.ts'
import { sizeText } from '../../lib/offers/size-text.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Table, TwoLines } from '../../ui/table.tsx'
import { AbilityIcons } from './ability-icons.tsx'
import { ShareText } from './provider-parts.tsx'
import { useWeek } from './use-week.ts'
import { useModelChanges } from './use-model-changes.ts'

/** The models as rows. */
export function ModelTable({ models }: { models: readonly Model[] }) {
  const t = useTexts('providers')
  const week = useWeek()
  return (
    <Table label={t('tab.models')} tall>
      <thead>
        <tr>
          <th scope="col">{t('modelList.enabled')}</th>
          <th scope="col">{t('modelList.model')}</th>
          <th scope="col">{t('modelList.abilities')}</th>
          {(['size', 'input', 'output', 'cacheRead', 'providers', 'week'] as const).map((column) => (
            <th key={column} scope="col" className="r">
              {t(`modelList.${column}`)}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">{t('modelList.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <Row key={model.id} model={model} requests={week?.(model.id)} />
        ))}
      </tbody>
    </Table>
  )
}

type RowProps = {
  model: Model
  /** In the last 7 days. */
  requests: number | null | undefined
}

function Row({ model, requests }: RowProps) {
  const format = useFormat()
  return (
    <tr className={model.enabled ? '' : 'text-text3'}>
      <td>
        <Toggle model={model} />
      </td>
      <td>
        <Name model={model} />
      </td>
      <td>
        <AbilityIcons abilities={model.abilities} />
      </td>
      <td className="r">
        <TwoLines under={sizeText(model.max_output)}>{sizeText(model.context)}</TwoLines>
      </td>
      {model.price === null ? (
        <td className="r" colSpan={3}>
          <Unpriced />
        </td>
      ) : (
        <>
          <td className="r">
            <InputRate model={model} />
          </td>
          <td className="r">{price(model.price.output ?? null)}</td>
          <td className="r">{price(model.price.cache_read ?? null)}</td>
        </>
      )}
      <td className="r">
        <Providers model={model} />
      </td>
      <td className="r">{requests !== undefined && format.count(requests)}</td>
      <td className="r">
        <RowMenu model={model} />
      </td>
    </tr>
  )
}

/** The models on a phone. */
export function ModelCards({ models }: { models: readonly Model[] }) {
  const week = useWeek()
  return models.map((model) => <ModelCard key={model.id} model={model} requests={week?.(model.id)} />)
}

function ModelCard({ model, requests }: RowProps) {
  const t = useTexts('providers')
  const format = useFormat()
  const figures = [
    [t('modelList.input'), price(model.price?.input ?? null)],
    [t('modelList.output'), price(model.price?.output ?? null)],
    [t('modelList.size'), `${sizeText(model.context)} / ${sizeText(model.max_output)}`],
  ] as const
  return (
    <div className={`rowcard ${model.enabled ? '' : 'text-text3'}`}>
      <div className="row gap12">
        <Name model={model} />
        <span className="sp" />
        <Toggle model={model} />
        <RowMenu model={model} />
      </div>
      <div className="row wrap">
        <AbilityIcons abilities={model.abilities} />
        {model.price === null && <Unpriced />}
        <span className="sp" />
        {requests !== undefined && (
          <span className="t3">
            {t('modelList.week')} <span className="n text-text">{format.count(requests)}</span>
          </span>
        )}
      </div>
      <div className="grid grid-cols-[1fr_1fr_1.3fr_auto] text-cell">
        {figures.map(([name, figure]) => (
          <div key={name} className="grid">
            <span className="t3">{name}</span>
            <span className="n font-medium">{figure}</span>
          </div>
        ))}
        <div className="grid justify-items-end">
          <span className="t3">{t('modelList.providers')}</span>
          <Providers model={model} />
        </div>
      </div>
    </div>
  )
}

function Name({ model }: { model: Model }) {
  const t = useTexts('providers')
  const [, setSearch] = useSearchParams()
  const aliases = model.aliases.length > 0 ? t('modelList.alias', { names: model.aliases.join(', ') }) : ''
  const under = [model.display_name === model.id ? '' : model.id, aliases].filter(Boolean).join(' · ')
  return (
    <div className="row gap12 min-w-0">
      <MarkTile names={[model.id, model.vendor, model.display_name || model.id]} />
      <div className="grid min-w-0 leading-[18px]">
        <button
          type="button"
          className="el max-w-80 text-left font-semibold hover:text-accent"
          onClick={() => setSearch({ model: model.id }, { push: true })}
        >
          {model.display_name || model.id}
        </button>
        {under !== '' && (
          <span className="t3 el max-w-80" title={under}>
            {under}
          </span>
        )}
      </div>
    </div>
  )
}

function InputRate({ model }: { model: Model }) {
  const t = useTexts('providers')
  const tiers = model.price?.tiers.length ?? 0
  const shown = price(model.price?.input ?? null)
  return <TwoLines under={tiers > 0 && t('modelList.tiers', { count: tiers + 1 })}>{shown}</TwoLines>
}

function Unpriced() {
  const t = useTexts('providers')
  return <span className="st warn">! {t('modelList.unpriced')}</span>
}

function Providers({ model }: { model: Model }) {
  const { active, total } = model.providers
  return <ShareText share={{ usable: active, total }} warns />
}

function Toggle({ model }: { model: Model }) {
  const t = useTexts('providers')
  const { setEnabled } = useModelChanges()
  return (
    <Switch
      checked={model.enabled}
      aria-label={t('modelList.enable', { name: model.display_name || model.id })}
      onChange={(on) => void setEnabled(model, on)}
    />
  )
}

function RowMenu({ model }: { model: Model }) {
  const t = useTexts('providers')
  const [, setSearch] = useSearchParams()
  const { remove } = useModelChanges()
  return (
    <Menu
      align="end"
      items={[
        { label: t('act.edit'), icon: Pencil, onSelect: () => setSearch({ model: model.id }, { push: true }) },
        'rule',
        { label: t('model.delete'), icon: Trash2, danger: true, onSelect: () => void remove(model) },
      ]}
      trigger={(props) => (
        <Button
          kind="ghost"
          icon
          aria-label={t('modelList.actionsOf', { name: model.display_name || model.id })}
          {...props}
        >
          <Icon of={Ellipsis} />
        </Button>
      )}
    />
  )
}
