import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { usdDigits } from '../../lib/format.ts'
import { useFormat } from '../../lib/use-format.ts'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { HoursName } from '../../ui/offers/hours-note.tsx'
import {
  cheapestFirst,
  type Estimate,
  estimateInHours,
  estimateOf,
  type Load,
  type Part,
  PARTS,
  perMille,
  ratioOf,
} from './estimate.ts'

const COLOURS: Record<Part, string> = {
  fresh: 'var(--c1)',
  cached: 'var(--c6)',
  output: 'var(--c2)',
  request: 'var(--c3)',
}

/** `inHours`: what the same costs within the hours of its price; null where it has none. */
type Row = { model: OfferedModel; estimate: Estimate; inHours: Estimate | null }
/** How many digits each column of money has after the point. */
type Digits = Record<'perRequest' | 'perDay' | 'total', 2 | 4>
type LineProps = { row: Row; digits: Digits; least: bigint; most: bigint }

/** What a load costs with each model, the cheapest first, and what each is made of. */
export function CalcResult({ models, load }: { models: readonly OfferedModel[]; load: Load }) {
  const t = useTexts('models')
  const rows = models
    .map((model): Row => ({
      model,
      estimate: estimateOf(model.price, load),
      inHours: estimateInHours(model.price, load),
    }))
    .toSorted((a, b) => cheapestFirst(a.estimate, b.estimate))
  const least = rows[0]?.estimate.totalNanos ?? 0n
  const all = rows.flatMap(({ estimate, inHours }) => (inHours === null ? [estimate] : [estimate, inHours]))
  const most = rows.at(-1)?.estimate.totalNanos ?? 0n
  if (rows.length === 0) return <p className="t2">{t('calc.none')}</p>
  const digitsOf = (column: keyof Digits) => usdDigits(all.map((one) => one[column]))
  const digits = { perRequest: digitsOf('perRequest'), perDay: digitsOf('perDay'), total: digitsOf('total') }
  const used = PARTS.filter((part) => rows.some(({ estimate }) => estimate.parts[part] > 0n))
  return (
    <>
      <table className="ml-calc-table">
        <thead>
          <tr className="t3">
            <th scope="col">{t('calc.model')}</th>
            <th scope="col" className="r">
              {t('calc.perRequest')}
            </th>
            <th scope="col" className="r">
              {t('calc.perDay')}
            </th>
            <th scope="col" className="r">
              {t('calc.perPeriod', { count: load.days })}
            </th>
            <th scope="col" className="r">
              {t('calc.ratio')}
            </th>
          </tr>
        </thead>
        {rows.map((row) => (
          <Line key={row.model.id} row={row} digits={digits} least={least} most={most} />
        ))}
      </table>
      <div className="row wrap">
        <div className="lg">
          {used.map((part) => (
            <span key={part}>
              <i style={{ background: COLOURS[part] }} />
              {t(`calc.part.${part}`)}
            </span>
          ))}
        </div>
        <span className="sp" />
        <span className="t3">{t('calc.bars')}</span>
      </div>
      {rows.some(({ inHours }) => inHours !== null) && <p className="t3">{t('calc.hours')}</p>}
    </>
  )
}

function Line({ row: { model, estimate, inHours }, digits, least, most }: LineProps) {
  const t = useTexts('models')
  const ratio = estimate.totalNanos === least ? null : ratioOf(estimate.totalNanos, least)
  return (
    <tbody>
      <tr>
        <th scope="row">
          <span className="row">
            <MarkTile names={[model.id, model.vendor, model.display_name]} size={16} bare />
            {model.display_name}
          </span>
        </th>
        <Amounts of={estimate} digits={digits} />
        <td className="r">{ratio === null ? t('calc.lowest') : t('compare.times', { ratio })}</td>
      </tr>
      {model.price?.hours && inHours && (
        <tr>
          <th scope="row" className="t3">
            <HoursName factor={model.price.hours.factor} />
          </th>
          <Amounts of={inHours} digits={digits} />
          <td aria-hidden="true" />
        </tr>
      )}
      <tr aria-hidden="true">
        <td colSpan={5}>
          <span className="ml-calc-bar">
            {PARTS.map((part) => (
              <i
                key={part}
                style={{ width: `${perMille(estimate.parts[part], most) / 10}%`, background: COLOURS[part] }}
              />
            ))}
          </span>
        </td>
      </tr>
    </tbody>
  )
}

function Amounts({ of, digits }: { of: Estimate; digits: Digits }) {
  const { usd } = useFormat()
  return (
    <>
      <td className="r t2">{usd(of.perRequest, digits.perRequest)}</td>
      <td className="r">{usd(of.perDay, digits.perDay)}</td>
      <td className="r b">{usd(of.total, digits.total)}</td>
    </>
  )
}
