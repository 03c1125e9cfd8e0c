import type { ModelDetail } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { DIALECT_NAMES, dialectsOf, PROTOCOL_NAMES } from '../../lib/offers/protocol-names.ts'
import { sizeText } from '../../lib/offers/size-text.ts'
import { PROTOCOLS } from '../../../../src/core/protocol.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Tag } from '../../ui/tag.tsx'
import { Figure } from '../../ui/traffic/figure.tsx'
import { EstimateSection } from './estimate-section.tsx'
import { ModelCode } from './model-code.tsx'
import { ModelProviders } from './model-providers.tsx'
import { OwnMonth } from './own-month.tsx'
import { PriceTable } from './price-table.tsx'
import { TraitTags } from './trait-icons.tsx'
import './model-drawer.css'

/** Everything there is to know of a model. */
export function ModelBody({ model }: { model: ModelDetail }) {
  return (
    <>
      <div className="row wrap gap4">
        <TraitTags model={model} />
        <ProtocolTags model={model} />
      </div>
      <Facts model={model} />
      <PriceTable model={model} />
      <ModelProviders model={model} />
      {/* Anew for each: another model's figures must not stand here while its own are fetched. */}
      <OwnMonth key={model.id} id={model.id} />
      {model.kind === 'chat' && <EstimateSection model={model} />}
      {model.kind === 'chat' && <ModelCode model={model} />}
    </>
  )
}

function ProtocolTags({ model }: { model: ModelDetail }) {
  const t = useTexts('models')
  return dialectsOf(model.protocols).map((dialect) => {
    const own = model.protocols.filter((id) => PROTOCOLS[id].dialect === dialect)
    return (
      <span key={dialect} title={own.map((id) => `${PROTOCOL_NAMES[id].name} ${PROTOCOL_NAMES[id].path}`).join('\n')}>
        <Tag>{t('drawer.protocol', { name: DIALECT_NAMES[dialect] })}</Tag>
      </span>
    )
  })
}

function Facts({ model }: { model: ModelDetail }) {
  const t = useTexts('models')
  const format = useFormat()
  const { health } = model
  const facts = [
    [t('col.context'), sizeText(model.context)],
    [t('col.maxOutput'), sizeText(model.max_output)],
    [t('col.first'), <Figure key="first" text={format.seconds(health.first_token_p50)} />],
    [t('drawer.speed'), <Figure key="speed" text={format.rate(health.tokens_per_second)} />],
    [t('col.available'), format.percent(health.availability)],
    [t('drawer.providers'), <Figure key="count" text={t('drawer.count', { n: model.providers.length })} />],
  ] as const
  return (
    <dl className="ml-facts" aria-label={t('drawer.facts')}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="t3">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
