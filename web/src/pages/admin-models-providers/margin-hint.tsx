import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Model, ModelPrice } from '../../../../src/contract/models.ts'
import { adminListPrices } from '../../../../src/contract/prices.ts'
import type { BreakdownRow } from '../../../../src/contract/usage.ts'
import { sameJson } from '../../../../src/core/same-json.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMinute } from '../../lib/now.ts'
import { ask } from '../../lib/query.ts'
import { periodOf } from '../../lib/time-range.ts'
import { askBreakdown } from '../../lib/traffic/ask.ts'
import { periodQuery } from '../../lib/traffic/use-period.ts'
import { useFormat, useZone } from '../../lib/use-format.ts'
import { Table } from '../../ui/table.tsx'
import { marginOf, roughCost, shareLeft, type Margin } from './margin-estimate.ts'
import { modelForm, type ModelForm } from './model-form.ts'
import { priceOf } from './price-form.ts'

const SHOWN = 8

/** What the price in the form would leave over, reckoned with the last 7 days' tokens; nothing where nobody asked for the model. Stands inside a FormProvider. */
export function MarginHint({ model }: { model: Model }) {
  const t = useTexts('offers')
  const { count } = useFormat()
  const { control } = useFormContext<ModelForm>()
  const form = useWatch({ control, name: 'price' })
  const now = useMinute()
  const zone = useZone()
  const period = periodQuery(periodOf('7d', { now, zone }), zone)
  const rows = useQuery(askBreakdown('admin', { ...period, by: 'provider', model: model.id })).data?.items
  const prices = useQuery(ask(adminListPrices, { query: { model: model.id } })).data?.items
  const present = prices?.find(({ state }) => state === 'present')
  const sold = rows?.filter(({ current }) => current.requests > 0 && current.input + current.output > 0) ?? []
  // What is half typed is no price to reckon with.
  if (prices === undefined || sold.length === 0 || !modelForm.shape.price.safeParse(form).success) return null
  // What was charged at several prices cannot be put in proportion to one of them.
  if (present !== undefined && Date.parse(present.effective_from) > Date.parse(period.from)) {
    return <p className="t3">{t('margin.changed')}</p>
  }
  const after = priceOf(form)
  const requests = sold.reduce((sum, { current }) => sum + current.requests, 0)
  return (
    <section className="col" aria-label={t('margin.title')}>
      <div className="row wrap">
        <h3>{t('margin.title')}</h3>
        <span className="t3">{t('margin.remark', { count: requests, n: count(requests) })}</span>
      </div>
      <div className="overflow-hidden rounded-card border border-line">
        <Sums rows={sold} {...{ before: model.price, after }} />
        <ByProvider rows={sold.slice(0, SHOWN)} {...{ before: model.price, after }} />
      </div>
      <Typical rows={sold} {...{ before: model.price, after }} />
      {!sameJson(model.price?.hours, after?.hours) && <p className="t3">{t('margin.hours')}</p>}
    </section>
  )
}

type Props = { rows: readonly BreakdownRow[]; before: ModelPrice | null; after: ModelPrice | null }

function Sums({ rows, before, after }: Props) {
  const t = useTexts('offers')
  const { percent } = useFormat()
  const usd = useDollars()
  const all = rows.map(({ current }) => marginOf(current, before, after)).reduce(plus)
  const left = (charged: number) => (all.upstream === null ? null : charged - all.upstream)
  const figures = [
    [t('margin.revenue'), usd(all.becomes), t('margin.was', { figure: usd(all.was) })],
    [t('figures.upstream'), usd(all.upstream), t('margin.providers', { count: rows.length })],
    [t('margin.left'), usd(left(all.becomes)), t('margin.was', { figure: usd(left(all.was)) })],
    [
      t('margin.share'),
      percent(shareLeft(all.becomes, all.upstream)),
      t('margin.was', { figure: percent(shareLeft(all.was, all.upstream)) }),
    ],
  ] as const
  return (
    <dl className="grid grid-cols-2 border-b border-line desk:grid-cols-4">
      {figures.map(([name, figure, under]) => (
        <div key={name} className="grid px-4 py-3">
          <dt className="t3">{name}</dt>
          <dd className="n text-lg leading-6.5 font-semibold">{figure}</dd>
          <dd className="t3 n">{under}</dd>
        </div>
      ))}
    </dl>
  )
}

function plus(a: Margin, b: Margin): Margin {
  const upstream = a.upstream === null || b.upstream === null ? null : a.upstream + b.upstream
  return { was: a.was + b.was, becomes: a.becomes + b.becomes, upstream }
}

function ByProvider({ rows, before, after }: Props) {
  const t = useTexts('offers')
  const { percent, usdDigits } = useFormat()
  const usd = useDollars()
  const margins = rows.map(({ id, name, current }) => ({ id, name, margin: marginOf(current, before, after) }))
  // They are taken from one another, so they are read at one precision.
  const digits = usdDigits(margins.flatMap(({ margin }) => [margin.becomes, margin.upstream ?? 0].map(written)))
  return (
    <Table label={t('margin.title')}>
      <thead>
        <tr>
          <th scope="col">{t('filter.provider')}</th>
          <th scope="col" className="r">
            {t('figures.upstream')}
          </th>
          <th scope="col" className="r hide">
            {t('margin.revenue')}
          </th>
          <th scope="col" className="r hide">
            {t('margin.left')}
          </th>
          <th scope="col" className="r">
            {t('margin.share')}
          </th>
        </tr>
      </thead>
      <tbody>
        {margins.map(({ id, name, margin: { was, becomes, upstream } }) => {
          return (
            <tr key={id}>
              <td className="el max-w-40">{name}</td>
              <td className="r">{usd(upstream, digits)}</td>
              <td className="r hide">{usd(becomes, digits)}</td>
              <td className="r hide">{usd(upstream === null ? null : becomes - upstream, digits)}</td>
              <td className="r nw">
                <span className="text-text3">{percent(shareLeft(was, upstream))} →</span>{' '}
                <b className="font-medium">{percent(shareLeft(becomes, upstream))}</b>
              </td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}

/** What a request of the usual size costs with either price. */
function Typical({ rows, before, after }: Props) {
  const t = useTexts('offers')
  const { tokens } = useFormat()
  const usd = useDollars()
  const sums = rows.map(({ current }) => current)
  const requests = sums.reduce((sum, one) => sum + one.requests, 0)
  const mean = (name: 'input' | 'cache_read' | 'cache_write' | 'output') =>
    Math.round(sums.reduce((sum, one) => sum + one[name], 0) / requests)
  const used = {
    requests: 1,
    input: mean('input'),
    cache_read: mean('cache_read'),
    cache_write: mean('cache_write'),
    output: mean('output'),
  }
  const facts = { input: tokens(used.input), cache: tokens(used.cache_read), output: tokens(used.output) }
  const [was, becomes] = [before, after].map((price) => (price === null ? null : roughCost(price, used)))
  return (
    <p className="t3 n">{t('margin.typical', { ...facts, was: usd(was ?? null), becomes: usd(becomes ?? null) })}</p>
  )
}

/** Writes an amount of dollars as the reader sees money. */
function useDollars() {
  const { usd } = useFormat()
  return (amount: number | null, digits?: 2 | 4) => usd(amount === null ? null : written(amount), digits)
}

const written = (amount: number): string => amount.toFixed(9)
