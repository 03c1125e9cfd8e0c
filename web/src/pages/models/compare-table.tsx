import { Check, X } from 'lucide-react'
import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { NONE } from '../../lib/format.ts'
import { sizeText } from '../../lib/offers/size-text.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { Table } from '../../ui/table.tsx'
import { bestOf, priceStandings, type Standing } from './compare.ts'
import { has, TRAITS } from './traits.ts'
import { usePicks } from './use-picks.ts'

const RATES = ['input', 'output', 'cache_read'] as const
const RATE_NAMES = { input: 'input', output: 'output', cache_read: 'cacheRead' } as const

/** Models side by side; the best of each column stands out. */
export function CompareTable({ models }: { models: readonly OfferedModel[] }) {
  const t = useTexts('models')
  const columns = useColumns(models)
  const prices = RATES.map((rate) => priceStandings(models.map((model) => model.price?.[rate])))
  return (
    <Table label={t('compare.label')} className="ml-compare">
      <thead>
        <tr>
          <th scope="col">{t('col.model')}</th>
          {RATES.map((rate) => (
            <th key={rate} scope="col" className="r ml-ratio-head">
              {t(`col.${RATE_NAMES[rate]}`)}
            </th>
          ))}
          {columns.map(({ name }) => (
            <th key={name} scope="col" className="r">
              {name}
            </th>
          ))}
          {TRAITS.map((trait) => (
            <th key={trait} scope="col" className="ml-has">
              {t(`short.${trait}`)}
            </th>
          ))}
          <th scope="col">
            <span className="vh">{t('col.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map((model, at) => (
          <tr key={model.id}>
            <th scope="row">
              <span className="row">
                <MarkTile names={[model.id, model.vendor, model.display_name]} size={16} bare />
                {model.display_name}
              </span>
            </th>
            {RATES.map((rate, nth) => (
              <PriceCell key={rate} amount={model.price?.[rate]} standing={prices[nth]?.[at]} />
            ))}
            {columns.map(({ name, texts, best }) => (
              <td key={name} className="r">
                {best?.[at] ? <b>{texts[at]}</b> : texts[at]}
              </td>
            ))}
            <Traits model={model} />
            <td className="r">
              <Out model={model} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

type Column = { name: string; texts: string[]; best?: boolean[] }

function useColumns(models: readonly OfferedModel[]): Column[] {
  const t = useTexts('models')
  const format = useFormat()
  const firsts = models.map(({ health }) => health.first_token_p50)
  const speeds = models.map(({ health }) => health.tokens_per_second)
  const shares = models.map(({ health }) => health.availability)
  return [
    { name: t('col.context'), texts: models.map(({ context }) => sizeText(context)) },
    {
      name: t('col.maxOutput'),
      texts: models.map((model) => sizeText(model.max_output)),
      best: bestOf(
        models.map((model) => model.max_output),
        'more',
      ),
    },
    { name: t('col.first'), texts: firsts.map(format.seconds), best: bestOf(firsts, 'less') },
    {
      name: t('col.speed'),
      texts: speeds.map((speed) => (speed === null ? NONE : String(Math.round(speed)))),
      best: bestOf(speeds, 'more'),
    },
    { name: t('col.availability'), texts: shares.map(format.percent), best: bestOf(shares, 'more') },
  ]
}

function PriceCell({ amount, standing }: { amount: string | undefined; standing: Standing | undefined }) {
  const t = useTexts('models')
  const { price } = useFormat()
  const text = price(amount ?? null)
  const beside = standing?.best
    ? t('compare.lowest')
    : standing?.ratio
      ? t('compare.times', { ratio: standing.ratio })
      : ''
  return (
    <td className="r">
      {standing?.best ? <b>{text}</b> : text}
      <span className="ml-ratio t3">{beside}</span>
    </td>
  )
}

function Traits({ model }: { model: OfferedModel }) {
  const t = useTexts('models')
  return TRAITS.map((trait) => (
    <td key={trait} className="ml-has">
      {has(model, trait) ? (
        <Icon of={Check} small className="ok" label={t('compare.yes')} />
      ) : (
        <span className="t3">
          <span aria-hidden="true">{NONE}</span>
          <span className="vh">{t('compare.no')}</span>
        </span>
      )}
    </td>
  ))
}

function Out({ model }: { model: OfferedModel }) {
  const t = useTexts('models')
  const { toggle } = usePicks()
  return (
    <Button
      kind="ghost"
      small
      icon
      aria-label={t('compare.removeOf', { name: model.display_name })}
      title={t('compare.out')}
      onClick={() => toggle(model.id)}
    >
      <Icon of={X} small />
    </Button>
  )
}
