import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { adminListPrices, type PriceVersion } from '../../../../src/contract/prices.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { priceNumbers } from '../../lib/offers/price-numbers.ts'
import { price as priceText } from '../../lib/format.ts'
import { ask } from '../../lib/query.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Dot } from '../dot.tsx'
import { TableSkeleton } from '../skeleton.tsx'
import { Table } from '../table.tsx'
import { Tag } from '../tag.tsx'
import { Block } from '../traffic/block.tsx'
import { HoursNote } from './hours-note.tsx'

type Props = {
  model: string
  /** The price that a request was charged by, which is marked. */
  charged?: string
}

/** Every price a model has had, has and will have, the latest first. */
export function PriceHistory({ model, charged }: Props) {
  const t = useTexts('providers')
  const query = useQuery(ask(adminListPrices, { query: { model } }))
  return (
    <section className="col relative" aria-label={t('model.versions.title')}>
      <h3>{t('model.versions.title')}</h3>
      <Block query={query} bones={<TableSkeleton rows={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="t3">{t('model.versions.none')}</p>
          ) : (
            <Versions items={items} charged={charged} />
          )
        }
      </Block>
    </section>
  )
}

const TONES = { past: 'none', present: 'ok', planned: 'info' } as const
const RATES = ['input', 'output', 'cache_read'] as const

function Versions({ items, charged }: { items: readonly PriceVersion[]; charged: string | undefined }) {
  const t = useTexts('providers')
  // In the money they are set and bills are reckoned in, whatever other amounts are shown in.
  const { NONE, when, whenExact } = useFormat()
  const numbers = priceNumbers(items)
  const latest = items.toSorted((a, b) => Date.parse(b.effective_from) - Date.parse(a.effective_from))
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <Table label={t('model.versions.title')}>
        <thead>
          <tr>
            <th scope="col">{t('model.versions.number')}</th>
            <th scope="col">{t('model.versions.from')}</th>
            <th scope="col">{t('modelList.filter')}</th>
            {RATES.map((rate) => (
              <th key={rate} scope="col" className={rate === 'cache_read' ? 'r hide' : 'r'}>
                {t(`model.rate.${rate}`)}
              </th>
            ))}
            <th scope="col" className="hide">
              {t('model.versions.source')}
            </th>
          </tr>
        </thead>
        <tbody>
          {latest.map(({ id, effective_from: from, state, price, source, source_name: name }) => (
            <Fragment key={id}>
              <tr
                className={`${id === charged ? 'sel' : ''} ${price?.hours ? '[&>td]:border-b-0!' : ''}`}
                {...(id === charged && { 'aria-current': true })}
              >
                <td className="n">
                  <span className="row gap4 nw">
                    v{numbers.get(id)}
                    {id === charged && <Tag>{t('model.versions.charged')}</Tag>}
                  </span>
                </td>
                <td className="n" title={whenExact(from)}>
                  {when(from)}
                </td>
                <td>
                  <span className="row gap4 nw">
                    <Dot tone={TONES[state]} />
                    {t(`model.versions.${state}`)}
                  </span>
                </td>
                {RATES.map((rate) => (
                  <td key={rate} className={rate === 'cache_read' ? 'r hide' : 'r'}>
                    {price === null ? NONE : priceText(price[rate] ?? null)}
                  </td>
                ))}
                <td className="t3 hide">{name ?? t(`model.versions.${source}`)}</td>
              </tr>
              {price?.hours && (
                <tr className={id === charged ? 'sel' : ''}>
                  <td colSpan={7} className="pt-0! pb-2! whitespace-normal!">
                    <HoursNote hours={price.hours} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
