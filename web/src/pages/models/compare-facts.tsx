import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { NONE } from '../../lib/format.ts'
import { sizeText } from '../../lib/offers/size-text.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { bestOf, priceStandings, type Standing } from './compare.ts'
import { usePicks } from './use-picks.ts'

const RATES = ['input', 'output', 'cache_read'] as const
const RATE_NAMES = { input: 'input', output: 'output', cache_read: 'cacheRead' } as const

/** Something models are compared by: what it is called, and what it is of each. */
export type Fact = { name: string; cells: ReactNode[]; isPrice?: boolean }

/** What models cost, hold and how fast they are, the best of each standing out. */
export function useFacts(models: readonly OfferedModel[]): Fact[] {
  const t = useTexts('models')
  const format = useFormat()
  const prices = RATES.map((rate) => {
    const amounts = models.map((model) => model.price?.[rate])
    const standings = priceStandings(amounts)
    const cells = amounts.map((amount, at) => <Price key={at} amount={amount} standing={standings[at]} />)
    return { name: t(`col.${RATE_NAMES[rate]}`), cells, isPrice: true }
  })
  const outputs = models.map((model) => model.max_output)
  const firsts = models.map(({ health }) => health.first_token_p50)
  const speeds = models.map(({ health }) => health.tokens_per_second)
  const shares = models.map(({ health }) => health.availability)
  return [
    ...prices,
    { name: t('col.context'), cells: models.map(({ context }) => sizeText(context)) },
    { name: t('col.maxOutput'), cells: standOut(outputs.map(sizeText), bestOf(outputs, 'more')) },
    { name: t('col.first'), cells: standOut(firsts.map(format.seconds), bestOf(firsts, 'less')) },
    { name: t('col.speed'), cells: standOut(speeds.map(whole), bestOf(speeds, 'more')) },
    { name: t('col.availability'), cells: standOut(shares.map(format.percent), bestOf(shares, 'more')) },
  ]
}

const whole = (speed: number | null) => (speed === null ? NONE : String(Math.round(speed)))

const standOut = (texts: readonly string[], best: readonly boolean[]) =>
  texts.map((text, at) => (best[at] ? <b key={at}>{text}</b> : text))

function Price({ amount, standing }: { amount: string | undefined; standing: Standing | undefined }) {
  const t = useTexts('models')
  const { price } = useFormat()
  const text = price(amount ?? null)
  const beside = standing?.best
    ? t('compare.lowest')
    : standing?.ratio
      ? t('compare.times', { ratio: standing.ratio })
      : ''
  return (
    <>
      {standing?.best ? <b>{text}</b> : text}
      <span className="ml-ratio t3">{beside}</span>
    </>
  )
}

/** A model's mark and name. */
export function ModelName({ model }: { model: OfferedModel }) {
  return (
    <span className="row">
      <MarkTile names={[model.id, model.vendor, model.display_name]} size={16} bare />
      {model.display_name}
    </span>
  )
}

/** Takes a model out of the comparison. */
export function Out({ model }: { model: OfferedModel }) {
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
