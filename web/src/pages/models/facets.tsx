import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { DIALECT_NAMES, dialectsOf } from '../../lib/offers/protocol-names.ts'
import { sizeText } from '../../lib/offers/size-text.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Slide } from '../../ui/slide.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { FacetProps } from './facet-bar.tsx'
import { CONTEXTS, PRICES, providersOf } from './model-filter.ts'
import { TRAIT_ICONS } from './trait-icons.tsx'
import { has, TRAITS } from './traits.ts'
import { DIALECTS } from '../../../../src/core/protocol.ts'

/** What models can be filtered by, each value with how many of all models have it. */
export function Facets({ models, filter, onChange }: FacetProps) {
  const t = useTexts('models')
  const count = (passes: (model: (typeof models)[number]) => boolean) => models.filter(passes).length
  const toggle = <T,>(list: readonly T[], value: T): T[] =>
    list.includes(value) ? list.filter((one) => one !== value) : [...list, value]
  return (
    <>
      <label className="ml-facet">
        {t('usable')}
        <span className="sp" />
        <Switch checked={filter.usable} onChange={(usable) => onChange({ usable })} />
      </label>
      <Group name={t('facet.provider')}>
        {providersOf(models).map((provider) => (
          <Choice
            key={provider.id}
            checked={filter.providers.includes(provider.id)}
            onToggle={() => onChange({ providers: toggle(filter.providers, provider.id) })}
            lead={<MarkTile names={[provider.preset, provider.name]} size={14} bare />}
            count={provider.count}
          >
            {provider.name}
          </Choice>
        ))}
      </Group>
      <Group name={t('facet.trait')}>
        {TRAITS.map((trait) => (
          <Choice
            key={trait}
            checked={filter.traits.includes(trait)}
            onToggle={() => onChange({ traits: toggle(filter.traits, trait) })}
            lead={<Icon of={TRAIT_ICONS[trait]} small />}
            count={count((model) => has(model, trait))}
          >
            {t(`trait.${trait}`)}
          </Choice>
        ))}
      </Group>
      <Group name={t('facet.protocol')}>
        {DIALECTS.map((dialect) => (
          <Choice
            key={dialect}
            checked={filter.dialects.includes(dialect)}
            onToggle={() => onChange({ dialects: toggle(filter.dialects, dialect) })}
            count={count((model) => dialectsOf(model.protocols).includes(dialect))}
          >
            {DIALECT_NAMES[dialect]}
          </Choice>
        ))}
      </Group>
      <Bounds {...{ filter, onChange }} />
    </>
  )
}

function Bounds({ filter, onChange }: Omit<FacetProps, 'models'>) {
  const t = useTexts('models')
  const { price } = useFormat()
  const at = filter.price === null ? PRICES.length : PRICES.findIndex((amount) => amount === filter.price)
  const text = filter.price === null ? t('any') : price(filter.price)
  return (
    <>
      <Group name={t('facet.context')}>
        <Segmented
          label={t('facet.context')}
          className="ml-contexts"
          value={String(filter.context ?? '')}
          onChange={(value) => onChange({ context: CONTEXTS.find((size) => String(size) === value) ?? null })}
          options={[
            { value: '', label: t('any') },
            ...CONTEXTS.map((size) => ({ value: String(size), label: sizeText(size) })),
          ]}
        />
      </Group>
      <Group name={t('facet.price')} after={<output className="n">{text}</output>}>
        <Slide
          label={t('facet.price')}
          text={text}
          min={0}
          max={PRICES.length}
          value={at}
          onChange={(next) => onChange({ price: PRICES[next] ?? null })}
        />
      </Group>
    </>
  )
}

function Group({ name, after, children }: { name: string; after?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="ml-group">
      <legend className="vh">{name}</legend>
      <div className="row t2 ml-group-head" aria-hidden="true">
        {name}
        <span className="sp" />
        {after}
      </div>
      {children}
    </fieldset>
  )
}

type ChoiceProps = { checked: boolean; onToggle: () => void; lead?: ReactNode; count: number; children: ReactNode }

function Choice({ checked, onToggle, lead, count, children }: ChoiceProps) {
  return (
    <label className="ml-facet">
      <Checkbox checked={checked} onChange={onToggle} />
      {lead !== undefined && <span className="t2 ml-lead">{lead}</span>}
      <span className="el">{children}</span>
      <span className="sp" />
      <span className="t3 n">{count}</span>
    </label>
  )
}
