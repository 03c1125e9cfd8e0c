import type { ModelDetail } from '../../../../src/contract/catalogue.ts'
import type { ModelPrice } from '../../../../src/contract/models.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { sizeText } from '../../lib/offers/size-text.ts'
import { useFormat } from '../../lib/use-format.ts'
import { HoursNote } from '../../ui/offers/hours-note.tsx'
import { DrawnNote } from '../../ui/offers/drawn-note.tsx'
import { Table } from '../../ui/table.tsx'
import { Part } from './part.tsx'

const MAIN = ['input', 'output', 'cache_write_5m', 'cache_read'] as const
const NAMES = { input: 'input', output: 'output', cache_write_5m: 'cacheWrite', cache_read: 'cacheRead' } as const
/** Rates that few models have; told only where they are set. */
const OTHERS = ['cache_write_1h', 'reasoning', 'audio_in', 'audio_out', 'image_in', 'image_out'] as const
/** What is sold by the piece, which a service tier may price apart. */
const PIECES = ['per_request', 'per_search'] as const

type Rates = Pick<ModelPrice, (typeof MAIN)[number]>
type Line = { name: string; rates: Rates }
type Service = NonNullable<ModelPrice['services']>[number]

/** What a model costs its user, tier by tier. */
export function PriceTable({ model }: { model: ModelDetail }) {
  const t = useTexts('models')
  const words = useTexts('common')
  const { price, money } = useFormat()
  const { price: costs, multiplier } = model
  if (costs === null) {
    return (
      <Part title={t('drawer.tiers')}>
        <p className="t2">{t('drawer.noPrice')}</p>
      </Part>
    )
  }
  const others = [
    ...[...OTHERS, ...PIECES].map((rate) => ({ name: t(`rate.${rate}`), amount: costs[rate] })),
    ...(costs.services ?? []).flatMap((own) =>
      PIECES.map((rate) => ({
        name: t('drawer.served', { rate: t(`rate.${rate}`), service: words(`service.${own.service}`) }),
        amount: own[rate],
      })),
    ),
  ].filter(({ amount }) => amount !== undefined)
  return (
    <Part
      title={t('drawer.tiers')}
      remark={costs.tiers.length > 0 ? t('drawer.tiersText') : undefined}
      after={<span className="t3 n nw">{t('drawer.priceUnit', { sign: money.sign, factor: multiplier })}</span>}
    >
      <div className="ml-box">
        <Lines costs={costs} />
      </div>
      {others.length > 0 && (
        <p className="t3 n">
          {t('drawer.others')}
          {others.map(({ name, amount }) => ` · ${name} ${price(amount ?? null)}`).join('')}
        </p>
      )}
      {costs.hours && <HoursNote hours={costs.hours} />}
      <DrawnNote {...model} />
    </Part>
  )
}

function Lines({ costs }: { costs: ModelPrice }) {
  const t = useTexts('models')
  const { price } = useFormat()
  return (
    <Table label={t('drawer.tiers')}>
      <thead>
        <tr>
          <th scope="col">{t('drawer.tier')}</th>
          {MAIN.map((rate) => (
            <th key={rate} scope="col" className="r">
              {t(`col.${NAMES[rate]}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {useLines(costs).map(({ name, rates }) => (
          <tr key={name}>
            <td className="n">{name}</td>
            {MAIN.map((rate) => (
              <td key={rate} className="r">
                {price(rates[rate] ?? null)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The base price up to the first tier, each tier from there on, and what other service tiers cost. */
function useLines(costs: ModelPrice): Line[] {
  const t = useTexts('models')
  const words = useTexts('common')
  const [first] = costs.tiers
  const base = first ? t('drawer.upTo', { tokens: sizeText(first.above_tokens) }) : t('drawer.all')
  return [
    { name: base, rates: costs },
    ...costs.tiers.map((tier) => ({
      name: t('drawer.above', { tokens: sizeText(tier.above_tokens) }),
      rates: { ...costs, ...tier },
    })),
    ...(costs.services ?? []).filter(pricesTokens).map((own) => {
      const service = words(`service.${own.service}`)
      const above = own.above_tokens === 0 ? '' : ` ${t('drawer.above', { tokens: sizeText(own.above_tokens) })}`
      return { name: service + above, rates: { ...costs, ...own } }
    }),
  ]
}

function pricesTokens(own: Service): boolean {
  return MAIN.some((rate) => own[rate] !== undefined)
}
