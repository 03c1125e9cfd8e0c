import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { Model } from '../../../../src/contract/models.ts'
import type { Reference } from '../../../../src/contract/references.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { price } from '../../lib/format.ts'
import { sizeText } from '../../lib/offers/size-text.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useFormat } from '../../lib/use-format.ts'
import type { Selection } from '../../lib/use-selection.ts'
import { Button } from '../../ui/button.tsx'
import { PickAllBox, PickBox } from '../../ui/pick-box.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Switch } from '../../ui/switch.tsx'
import { SortHead, Table, TwoLines, type Sorting } from '../../ui/table.tsx'
import { AbilityIcons } from './ability-icons.tsx'
import { ModelName } from './model-name.tsx'
import type { ModelColumn } from './model-order.ts'
import { ShareText } from './provider-parts.tsx'
import { AgainstText } from './reference-cell.tsx'
import { AudienceText } from './audience.tsx'
import { useModelChanges } from './use-model-changes.ts'
import type { ReferenceOf } from './use-references.ts'

/** What the rows and the cards are given. */
type ListProps = {
  models: readonly Model[]
  selection: Selection
  referenceOf: ReferenceOf
  /** How many requests each has had in the last 7 days; undefined before it is told. */
  week: ((model: string) => number | null) | undefined
}

/** What is given up first where there is little room; the drawer of a model has it too. */
const NARROW = {
  audience: '@max-[1100px]:hidden',
  cacheRead: '@max-[1120px]:hidden',
  abilities: '@max-[1020px]:hidden',
  reference: '@max-[900px]:hidden',
  size: '@max-[740px]:hidden',
  week: '@max-[720px]:hidden',
} as const

/** The models as rows. */
export function ModelTable({
  models,
  selection,
  referenceOf,
  week,
  sorting,
}: ListProps & { sorting: Sorting<ModelColumn> }) {
  const t = useTexts('providers')
  const offers = useTexts('offers')
  return (
    <Table label={t('tab.models')} tall className="gives">
      <thead>
        <tr>
          <th scope="col" className="w-4">
            <PickAllBox label={offers('pick.all')} selection={selection} />
          </th>
          <th scope="col">{t('modelList.enabled')}</th>
          <SortHead column="model" {...sorting}>
            {t('modelList.model')}
          </SortHead>
          <th scope="col" className={NARROW.abilities}>
            {t('modelList.abilities')}
          </th>
          <th scope="col" className={`r ${NARROW.size}`}>
            {t('modelList.size')}
          </th>
          <SortHead column="input" number {...sorting}>
            {t('modelList.input')}
          </SortHead>
          <SortHead column="output" number {...sorting}>
            {t('modelList.output')}
          </SortHead>
          <th scope="col" className={`r ${NARROW.cacheRead}`}>
            {t('modelList.cacheRead')}
          </th>
          <th scope="col" className={`r ${NARROW.reference}`}>
            {offers('reference.column')}
          </th>
          <th scope="col" className={NARROW.audience}>
            {offers('audience.title')}
          </th>
          <th scope="col" className="r">
            {t('modelList.providers')}
          </th>
          <SortHead column="week" number className={NARROW.week} {...sorting}>
            {t('modelList.week')}
          </SortHead>
          <th scope="col">
            <span className="sr-only">{t('modelList.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <Row key={model.id} {...{ model, selection }} reference={referenceOf(model.id)} requests={week?.(model.id)} />
        ))}
      </tbody>
    </Table>
  )
}

type RowProps = {
  model: Model
  selection: Selection
  reference: Reference | undefined
  /** In the last 7 days. */
  requests: number | null | undefined
}

function Row({ model, selection, reference, requests }: RowProps) {
  const format = useFormat()
  const dress = [selection.has(model.id) && 'sel', !model.enabled && 'text-text3'].filter(Boolean).join(' ')
  return (
    <tr className={dress}>
      <td>
        <Picker {...{ model, selection }} />
      </td>
      <td>
        <Toggle model={model} />
      </td>
      <td>
        <ModelName model={model} />
      </td>
      <td className={NARROW.abilities}>
        <AbilityIcons abilities={model.abilities} />
      </td>
      <td className={`r ${NARROW.size}`}>
        <TwoLines under={sizeText(model.max_output)}>{sizeText(model.context)}</TwoLines>
      </td>
      {model.price === null ? (
        <td className="r" colSpan={2}>
          <Unpriced />
        </td>
      ) : (
        <>
          <td className="r">
            <InputRate model={model} />
          </td>
          <td className="r">{price(model.price.output ?? null)}</td>
        </>
      )}
      <td className={`r ${NARROW.cacheRead}`}>{price(model.price?.cache_read ?? null)}</td>
      <td className={`r ${NARROW.reference}`}>
        <AgainstText {...{ model, reference }} />
      </td>
      <td className={`el max-w-36 ${NARROW.audience}`}>
        <AudienceText model={model.id} />
      </td>
      <td className="r">
        <Providers model={model} />
      </td>
      <td className={`r ${NARROW.week}`}>{requests !== undefined && format.count(requests)}</td>
      <td className="r">
        <RowMenu model={model} />
      </td>
    </tr>
  )
}

/** The models on a phone. */
export function ModelCards({ models, selection, referenceOf, week }: ListProps) {
  return models.map((model) => (
    <ModelCard key={model.id} {...{ model, selection }} reference={referenceOf(model.id)} requests={week?.(model.id)} />
  ))
}

function ModelCard({ model, selection, reference, requests }: RowProps) {
  const t = useTexts('providers')
  const offers = useTexts('offers')
  const format = useFormat()
  const figures = [
    [t('modelList.input'), price(model.price?.input ?? null)],
    [t('modelList.output'), price(model.price?.output ?? null)],
    [offers('reference.column'), <AgainstText key="reference" {...{ model, reference }} />],
  ] as const
  return (
    <div className={`rowcard ${selection.has(model.id) ? 'sel' : ''} ${model.enabled ? '' : 'text-text3'}`}>
      <div className="row gap12">
        <Picker {...{ model, selection }} />
        <ModelName model={model} />
        <span className="sp" />
        <Toggle model={model} />
        <RowMenu model={model} />
      </div>
      <div className="row wrap">
        <AbilityIcons abilities={model.abilities} />
        <span className="t3 n" title={t('modelList.size')}>
          {sizeText(model.context)} / {sizeText(model.max_output)}
        </span>
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

function Picker({ model, selection }: Pick<RowProps, 'model' | 'selection'>) {
  const t = useTexts('offers')
  return <PickBox of={model.id} label={t('pick.one', { name: model.display_name || model.id })} selection={selection} />
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
