import { ChevronDown, PanelLeftOpen, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { DIALECT_NAMES } from '../../lib/offers/protocol-names.ts'
import { sizeText } from '../../lib/offers/size-text.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { ActiveChip } from '../../ui/chip.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { FacetProps } from './facet-bar.tsx'
import { Facets } from './facets.tsx'
import { filterCount, NO_FILTER, providersOf, SORTS } from './model-filter.ts'

type Props = FacetProps & { shown: number; cards: boolean; onUnfold: (() => void) | undefined }

/** Search, the filters in force, the order and the way the models are shown. */
export function Toolbar({ models, filter, onChange, shown, cards, onUnfold }: Props) {
  const t = useTexts('models')
  const { sign } = useFormat().money
  const [, change] = useSearchParams()
  return (
    <>
      <div className="row wrap ml-tools">
        {onUnfold && (
          <Button icon className="ml-unfold" aria-label={t('unfold')} title={t('unfold')} onClick={onUnfold}>
            <Icon of={PanelLeftOpen} small />
          </Button>
        )}
        <SearchField label={t('search')} value={filter.q} onChange={(q) => onChange({ q })} slash />
        <FacetDrawer {...{ models, filter, onChange }} />
        <InForce {...{ models, filter, onChange }} />
        <span className="sp hide" />
        <span className="t3 n hide">{t('shown', { shown, count: models.length })}</span>
        <span className="hide">
          <SortMenu {...{ filter, onChange }} />
        </span>
        <Segmented
          label={t('view')}
          className="hide"
          value={cards ? 'cards' : 'list'}
          onChange={(view) => change({ view: view === 'list' ? null : view })}
          options={(['list', 'cards'] as const).map((value) => ({ value, label: t(`views.${value}`) }))}
        />
      </div>
      <div className="row t3 only-m ml-count">
        <span className="n">
          {t('shown', { shown, count: models.length })} · {t('unit', { sign })}
        </span>
        <span className="sp" />
        <SortMenu {...{ filter, onChange }} />
      </div>
    </>
  )
}

function SortMenu({ filter, onChange }: Omit<FacetProps, 'models'>) {
  const t = useTexts('models')
  return (
    <Menu
      align="end"
      label={t('sort')}
      items={SORTS.map((sort) => ({
        label: t(`sortBy.${sort}`),
        checked: sort === filter.sort,
        onSelect: () => onChange({ sort }),
      }))}
      trigger={(props) => (
        <Button {...props} className="ml-sort">
          {t('sortIs', { name: t(`sortBy.${filter.sort}`) })}
          <Icon of={ChevronDown} small />
        </Button>
      )}
    />
  )
}

/** The filters as a drawer, where there is no room beside the list. */
function FacetDrawer(props: FacetProps) {
  const t = useTexts('models')
  const [, change] = useSearchParams()
  const [open, setOpen] = useState(false)
  const count = filterCount(props.filter)
  return (
    <>
      <Button className="ml-filter" aria-label={t('filters', { count })} onClick={() => setOpen(true)}>
        <Icon of={SlidersHorizontal} small />
        {count > 0 && <b className="acc n">{count}</b>}
      </Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title={t('filter')}
        width="slim"
        footer={
          <Button disabled={count === 0} onClick={() => change({ ...NO_FILTER, q: props.filter.q })}>
            {t('none.clear')}
          </Button>
        }
      >
        <div className="ml-facets-in">
          <Facets {...props} />
        </div>
      </Drawer>
    </>
  )
}

/** Each filter that is in force, with the way to take it off. */
function InForce({ models, filter, onChange }: FacetProps) {
  const t = useTexts('models')
  const { price } = useFormat()
  const providers = providersOf(models)
  const nameOf = (id: string) => providers.find((provider) => provider.id === id)?.name ?? id
  const without = <T,>(list: readonly T[], value: T) => list.filter((one) => one !== value)
  const chips = [
    ...(filter.usable ? [[t('usable'), () => onChange({ usable: false })] as const] : []),
    ...filter.providers.map(
      (id) => [nameOf(id), () => onChange({ providers: without(filter.providers, id) })] as const,
    ),
    ...filter.traits.map((it) => [t(`trait.${it}`), () => onChange({ traits: without(filter.traits, it) })] as const),
    ...filter.dialects.map((it) => {
      const name = t('active.protocol', { name: DIALECT_NAMES[it] })
      return [name, () => onChange({ dialects: without(filter.dialects, it) })] as const
    }),
    ...(filter.context === null
      ? []
      : [[t('active.context', { value: sizeText(filter.context) }), () => onChange({ context: null })] as const]),
    ...(filter.price === null
      ? []
      : [[t('active.price', { value: price(filter.price) }), () => onChange({ price: null })] as const]),
  ]
  return (
    <span className="row wrap hide">
      {chips.map(([name, remove]) => (
        <ActiveChip key={name} removeLabel={t('remove', { name })} onRemove={remove}>
          {name}
        </ActiveChip>
      ))}
    </span>
  )
}
