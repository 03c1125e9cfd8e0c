import { Link } from '@tanstack/react-router'
import type { ProviderFailure } from '../../../../src/contract/provider-strips.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { handlingOf } from '../../lib/provider/handling.ts'
import { failureName } from '../../lib/traffic/failure-name.ts'
import { useFormat } from '../../lib/use-format.ts'
import { ByWidth } from '../../ui/by-width.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { SparkBars } from '../../ui/spark-bars.tsx'
import { Status } from '../../ui/status.tsx'
import { Table } from '../../ui/table.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { RankBones } from '../../ui/traffic/bones.tsx'
import { useRange } from './use-range.ts'
import { useStrips } from './use-strips.ts'

type Props = { id: string; onOpen: (requestId: string) => void }

/** What the provider failed with over the range, also where another one answered then; the last of each opens. */
export function ErrorsCard({ id, onOpen }: Props) {
  const t = useTexts('providers')
  const offers = useTexts('offers')
  const { count } = useFormat()
  const { range } = useRange(id)
  const query = useStrips(id)
  const all = query.data?.failures.reduce((sum, one) => sum + one.count, 0)
  const told = all !== undefined && all > 0 && t('detail.errors.all', { count: all, n: count(all) })
  return (
    <Card flush className="relative">
      <CardHead title={t('detail.errors.title')} remark={[offers(`range.${range}`), told].filter(Boolean).join(' · ')}>
        <Link
          to="/admin/usage"
          search={{ tab: 'requests', provider: id, range, status: ['failed', 'refused'] }}
          className="t3"
        >
          {t('detail.errors.see')}
        </Link>
      </CardHead>
      <Block
        query={query}
        bones={
          <div className="px-4 pb-4">
            <RankBones rows={3} />
          </div>
        }
      >
        {({ failures }) =>
          failures.length === 0 ? (
            <p className="t3 px-4 pb-4">{t('detail.errors.none')}</p>
          ) : (
            <ByWidth
              table={<Rows failures={failures} onOpen={onOpen} />}
              cards={failures.map((failure) => (
                <FailureCard key={failure.class} failure={failure} onOpen={onOpen} />
              ))}
            />
          )
        }
      </Block>
    </Card>
  )
}

/** What goes first where the card is narrow: when it began is told by the trend too, and whose it was by opening it. */
const WIDEST = '@max-[880px]:hidden'
const WIDE = '@max-[800px]:hidden'

type RowsProps = { failures: readonly ProviderFailure[] } & Pick<Props, 'onOpen'>

function Rows({ failures, onOpen }: RowsProps) {
  const t = useTexts('providers')
  return (
    <Table label={t('detail.errors.title')} className="gives">
      <thead>
        <tr>
          <th scope="col">{t('detail.errors.col.error')}</th>
          <th scope="col" className="r">
            {t('detail.errors.col.count')}
          </th>
          <th scope="col">{t('detail.errors.col.trend')}</th>
          <th scope="col" className={WIDE}>
            {t('detail.errors.col.credential')}
          </th>
          <th scope="col" className={`r ${WIDEST}`}>
            {t('detail.errors.col.first')}
          </th>
          <th scope="col" className="r">
            {t('detail.errors.col.last')}
          </th>
          <th scope="col" title={t('detail.errors.handledHint')}>
            {t('detail.errors.col.handled')}
          </th>
        </tr>
      </thead>
      <tbody>
        {failures.map((failure) => (
          <Row key={failure.class} failure={failure} onOpen={onOpen} />
        ))}
      </tbody>
    </Table>
  )
}

type RowProps = { failure: ProviderFailure } & Pick<Props, 'onOpen'>

function Row({ failure, onOpen }: RowProps) {
  const t = useTexts('providers')
  const { count, when, whenExact } = useFormat()
  const { first, last } = failure
  return (
    <tr>
      <td>
        <Name failure={failure} onOpen={onOpen} />
      </td>
      <td className="r">{count(failure.count)}</td>
      <td>
        <Trend failure={failure} />
      </td>
      <td className={`el max-w-44 ${WIDE}`}>
        <Whose failure={failure} />
      </td>
      <td className={`r t2 ${WIDEST}`} title={whenExact(first.at)}>
        {when(first.at)}
      </td>
      <td className="r" title={whenExact(last.at)}>
        {when(last.at)}
      </td>
      <td className="t2">{t(`detail.errors.handled.${handlingOf(failure.class)}`)}</td>
    </tr>
  )
}

function FailureCard({ failure, onOpen }: RowProps) {
  const t = useTexts('providers')
  const { count, when } = useFormat()
  return (
    <div className="rowcard text-cell">
      <div className="row">
        <Name failure={failure} onOpen={onOpen} />
        <span className="sp" />
        <b className="b n nw">{t('detail.errors.times', { count: failure.count, n: count(failure.count) })}</b>
      </div>
      <div className="row">
        <Trend failure={failure} />
        <span className="sp" />
        <span className="t3 n nw">{when(failure.last.at)}</span>
      </div>
      <div className="t3 grid gap-0.5">
        <Whose failure={failure} />
        <span>{t(`detail.errors.handled.${handlingOf(failure.class)}`)}</span>
      </div>
    </div>
  )
}

/** What it was; a press opens the last request that met it, where that is kept. */
function Name({ failure, onOpen }: RowProps) {
  const t = useTexts('providers')
  const { state, code, words } = failureName(failure.class, useTexts('requests'))
  const { request_id: request } = failure.last
  return (
    <span className="row min-w-0">
      <Status state={state}>{code ?? undefined}</Status>
      {request === null ? (
        <span className="el">{words}</span>
      ) : (
        <button
          type="button"
          className="el min-h-6 text-left hover:text-accent"
          title={t('detail.errors.open')}
          onClick={() => onOpen(request)}
          data-row
        >
          {words}
        </button>
      )}
    </span>
  )
}

function Trend({ failure }: Pick<RowProps, 'failure'>) {
  const t = useTexts('providers')
  const { words } = failureName(failure.class, useTexts('requests'))
  return <SparkBars values={failure.ticks} label={t('detail.errors.trend', { name: words })} />
}

/** Of whom as many are named as find room. */
const NAMED = 2

function Whose({ failure }: Pick<RowProps, 'failure'>) {
  const t = useTexts('providers')
  const { count } = useFormat()
  // A name may end in a number of its own.
  const told = failure.credentials.map((one) => `${one.name ?? t('detail.errors.gone')} ×${count(one.count)}`)
  const more = told.length - NAMED
  return (
    <span title={told.join(' · ')}>
      {told.slice(0, NAMED).join(' · ')}
      {more > 0 && ` +${more}`}
    </span>
  )
}
