import { useNavigate } from '@tanstack/react-router'
import type { ProviderDetail } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { NONE } from '../../lib/format.ts'
import { useFormat } from '../../lib/use-format.ts'
import { ByWidth } from '../../ui/by-width.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { DayFigures } from '../../ui/offers/day-figures.tsx'
import { DayCell } from '../../ui/offers/day-strip.tsx'
import { unlessButton } from '../../ui/offers/unless-button.ts'
import { Who } from '../../ui/offers/who.tsx'
import { Table } from '../../ui/table.tsx'

/** Where the card is narrow, the median alone tells how fast a model is. */
const P95 = '@max-[775px]:hidden'
const NUMBERS = ['input', 'output', 'cacheRead', 'first', 'p95', 'speed'] as const

/** What it serves: the prices, and how it does with each model. */
export function ModelsCard({ provider }: { provider: ProviderDetail }) {
  const t = useTexts('provider')
  const { money } = useFormat()
  return (
    <Card flush className="pd-models">
      <CardHead title={t('models')} remark={<span className="hide">{t('modelsText', { sign: money.sign })}</span>} />
      <ByWidth
        table={
          <Table label={t('models')} tall className="gives">
            <thead>
              <tr>
                <th scope="col">{t('col.model')}</th>
                {NUMBERS.map((column) => (
                  <th key={column} scope="col" className={column === 'p95' ? `r ${P95}` : 'r'}>
                    {t(`col.${column}`)}
                  </th>
                ))}
                <th scope="col">{t('col.available')}</th>
                <th scope="col" className="r">
                  {t('col.own')}
                </th>
              </tr>
            </thead>
            <tbody>
              {provider.models.map((model) => (
                <Row key={model.id} model={model} />
              ))}
            </tbody>
          </Table>
        }
        cards={
          <ul>
            {provider.models.map((model) => (
              <MobileRow key={model.id} model={model} />
            ))}
          </ul>
        }
      />
      <div className="foot">{t('modelsFoot', { factor: provider.multiplier })}</div>
    </Card>
  )
}

type Model = ProviderDetail['models'][number]

function useOpen({ id }: Model): () => void {
  const navigate = useNavigate()
  return () => void navigate({ to: '/dashboard/models-providers', search: { model: id } })
}

function Row({ model }: { model: Model }) {
  const format = useFormat()
  const open = useOpen(model)
  const { health, price: costs } = model
  const rates = [costs?.input, costs?.output, costs?.cache_read]
  return (
    <tr className="open" onClick={unlessButton(open)}>
      <td>
        <Who model={model} onOpen={open} />
      </td>
      {rates.map((rate, at) => (
        <td key={NUMBERS[at]} className={at === 2 ? 'r t2' : 'r'}>
          {format.price(rate ?? null)}
        </td>
      ))}
      <td className="r">{format.seconds(health.first_token_p50)}</td>
      <td className={`r ${P95}`}>{format.seconds(health.first_token_p95)}</td>
      <td className="r">{health.tokens_per_second === null ? NONE : Math.round(health.tokens_per_second)}</td>
      <td>
        <DayCell name={model.display_name} health={health} />
      </td>
      <td className="r">{format.count(model.own_requests)}</td>
    </tr>
  )
}

function MobileRow({ model }: { model: Model }) {
  const t = useTexts('provider')
  const format = useFormat()
  const open = useOpen(model)
  const facts = [
    [t('col.input'), format.price(model.price?.input ?? null)],
    [t('col.output'), format.price(model.price?.output ?? null)],
    [t('col.first'), format.seconds(model.health.first_token_p50)],
  ] as const
  return (
    <li className="rowcard">
      <Who model={model} onOpen={open} />
      <DayFigures facts={facts} day={{ label: t('col.available'), name: model.display_name, health: model.health }} />
    </li>
  )
}
