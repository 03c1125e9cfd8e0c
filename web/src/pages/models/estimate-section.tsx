import type { ModelDetail } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { many, useSearchParams } from '../../lib/search-params.ts'
import { useFormat } from '../../lib/use-format.ts'
import { toggledPick } from './compare.ts'
import { estimateOf } from './estimate.ts'
import { FillButton, LoadLine } from './load-fields.tsx'
import { Part } from './part.tsx'
import { useFill } from './use-fill.ts'
import { useLoad } from './use-load.ts'

/** What a model would cost its user. */
export function EstimateSection({ model }: { model: ModelDetail }) {
  const t = useTexts('models')
  const { usd } = useFormat()
  const [search, change] = useSearchParams()
  const [load, setLoad] = useLoad()
  const source = useFill(load, setLoad)
  const estimate = estimateOf(model.price, load)
  const picks = many(search, 'pick')
  const compare = () => {
    const pick = picks.includes(model.id) ? picks : (toggledPick(picks, model.id) ?? picks)
    change({ model: null, calc: '1', pick }, { push: true })
  }
  const costs = [
    [t('drawer.perRequest'), usd(estimate.perRequest)],
    [t('drawer.perDay'), usd(estimate.perDay)],
    [t('drawer.perPeriod', { count: load.days }), usd(estimate.total)],
  ] as const
  return (
    <Part title={t('drawer.estimate')} after={<FillButton source={source} small />}>
      <LoadLine load={load} onLoad={setLoad} />
      <div className="note ml-estimate">
        {costs.map(([name, cost]) => (
          <span key={name}>
            <span className="t3">{name}</span> <b className="n">{cost}</b>
          </span>
        ))}
        <span className="sp" />
        <button type="button" className="link nw" onClick={compare}>
          {t('drawer.compareAll')}
        </button>
      </div>
    </Part>
  )
}
