import type { ModelDetail } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { many, useSearchParams } from '../../lib/search-params.ts'
import { useFormat } from '../../lib/use-format.ts'
import { HoursName } from '../../ui/offers/hours-note.tsx'
import { toggledPick } from './compare.ts'
import { type Estimate, estimateInHours, estimateOf } from './estimate.ts'
import { FillButton, LoadLine } from './load-fields.tsx'
import { Part } from './part.tsx'
import { useFill } from './use-fill.ts'
import { useLoad } from './use-load.ts'

/** What a model would cost its user. */
export function EstimateSection({ model }: { model: ModelDetail }) {
  const t = useTexts('models')
  const [search, change] = useSearchParams()
  const [load, setLoad] = useLoad()
  const source = useFill(load, setLoad)
  const inHours = estimateInHours(model.price, load)
  const picks = many(search, 'pick')
  const compare = () => {
    const pick = picks.includes(model.id) ? picks : (toggledPick(picks, model.id) ?? picks)
    change({ model: null, calc: '1', pick }, { push: true })
  }
  return (
    <Part title={t('drawer.estimate')} after={<FillButton source={source} small />}>
      <LoadLine load={load} onLoad={setLoad} />
      <div className="note ml-estimate">
        <Costs of={estimateOf(model.price, load)} days={load.days} />
        <span className="sp" />
        <button type="button" className="link nw" onClick={compare}>
          {t('drawer.compareAll')}
        </button>
        {model.price?.hours && inHours && (
          <div className="row wrap basis-full gap-x-4.5">
            <span>
              <HoursName factor={model.price.hours.factor} />
            </span>
            <Costs of={inHours} days={load.days} />
          </div>
        )}
      </div>
    </Part>
  )
}

function Costs({ of, days }: { of: Estimate; days: number }) {
  const t = useTexts('models')
  const { usd } = useFormat()
  const costs = [
    [t('drawer.perRequest'), usd(of.perRequest)],
    [t('drawer.perDay'), usd(of.perDay)],
    [t('drawer.perPeriod', { count: days }), usd(of.total)],
  ] as const
  return costs.map(([name, cost]) => (
    <span key={name}>
      <span className="t3">{name}</span> <b className="n">{cost}</b>
    </span>
  ))
}
