import { Ellipsis, FileUp, Trash2 } from 'lucide-react'
import {
  adminDeleteBill,
  adminReconcile,
  type ReconcileBy,
  type ReconciledRow,
} from '../../../../../src/contract/reconciliation.ts'
import { parseUsd } from '../../../../../src/core/money.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { call } from '../../../lib/call.ts'
import { confirm } from '../../../lib/confirm.ts'
import { whyOf } from '../../../lib/form-faults.ts'
import { askAgain } from '../../../lib/query.ts'
import { useSearchParams } from '../../../lib/search-params.ts'
import { toast } from '../../../lib/toast.ts'
import { difference, sum } from '../../../lib/traffic/figures.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { ByWidth } from '../../../ui/by-width.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Status } from '../../../ui/status.tsx'
import { Table } from '../../../ui/table.tsx'
import { daysOf, stateOf, type ReconcileState } from './reconcile-state.ts'

type Props = { rows: readonly ReconciledRow[]; by: ReconcileBy }

/** Each provider, day or model: what was recorded, what was billed, and how far they are apart. */
export const Reconciled = (props: Props) => <ByWidth table={<Rows {...props} />} cards={<Cards {...props} />} />

function Rows({ rows, by }: Props) {
  const t = useTexts('analysis')
  const numbers = ['requests', 'recorded', 'billed', 'difference', 'share'] as const
  return (
    <Table label={t('reconcile.title')}>
      <thead>
        <tr>
          {by === 'day' && <th scope="col">{t('reconcile.day')}</th>}
          <th scope="col">{t('reconcile.provider')}</th>
          {by === 'model' && <th scope="col">{t('reconcile.model')}</th>}
          {numbers.map((name) => (
            <th key={name} scope="col" className="r">
              {t(`reconcile.${name}`)}
            </th>
          ))}
          <th scope="col">{t('reconcile.state')}</th>
          {by === 'provider' && (
            <th scope="col">
              <span className="vh">{t('reconcile.by')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={JSON.stringify([row.provider.id, row.day, row.model])} row={row} by={by} />
        ))}
        <Total rows={rows} by={by} />
      </tbody>
    </Table>
  )
}

const STATES = { checked: 'healthy', differs: 'degraded', waiting: 'off' } as const satisfies Record<
  ReconcileState,
  string
>

function Row({ row, by }: { row: ReconciledRow; by: ReconcileBy }) {
  return (
    <tr>
      {by === 'day' && <td className="n">{row.day}</td>}
      <td>{row.provider.name}</td>
      {by === 'model' && (
        <td className="m">
          <ModelName row={row} />
        </td>
      )}
      <Figures row={row} />
      <td>
        <State row={row} />
      </td>
      {by === 'provider' && (
        <td className="r">
          <BillMenu row={row} />
        </td>
      )}
    </tr>
  )
}

function ModelName({ row: { model } }: { row: ReconciledRow }) {
  const t = useTexts('analysis')
  return model === '' ? t('reconcile.whole') : model
}

function State({ row }: { row: ReconciledRow }) {
  const t = useTexts('analysis')
  const state = stateOf(row)
  const covers = row.billed && t('reconcile.covers', { first: row.billed.first, last: row.billed.last })
  return (
    <Status state={STATES[state]} {...(covers !== null && { title: covers })}>
      {t(`reconcile.${state}`)}
    </Status>
  )
}

/** The same for a phone. */
function Cards({ rows, by }: Props) {
  const t = useTexts('analysis')
  return (
    <ul aria-label={t('reconcile.title')}>
      {rows.map((row) => (
        <li key={JSON.stringify([row.provider.id, row.day, row.model])} className="rowcard">
          <div className="row">
            <b className="el font-semibold">{row.provider.name}</b>
            <span className="t2 el">
              {by === 'day' && row.day}
              {by === 'model' && <ModelName row={row} />}
            </span>
            <span className="sp" />
            <State row={row} />
            {by === 'provider' && <BillMenu row={row} />}
          </div>
          <CardFigures row={row} />
        </li>
      ))}
      <li className="rowcard">
        <b className="font-semibold">{t('reconcile.total')}</b>
        <CardFigures row={totalOf(rows)} />
      </li>
    </ul>
  )
}

function CardFigures({ row }: { row: Amounts }) {
  const t = useTexts('analysis')
  const { recorded, billed, apart } = useAmounts()(row)
  return (
    <dl className="grid grid-cols-3 gap-3">
      {Object.entries({ recorded, billed, difference: apart }).map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="t3 el">{t(`reconcile.${name as 'recorded'}`)}</dt>
          <dd className="n el m-0 text-cell">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function totalOf(rows: Props['rows']): Amounts {
  const billed = rows.flatMap((row) => row.billed?.amount ?? [])
  const total = sum(billed)
  // Only what stands beside a bill can differ from it.
  const compared = sum(rows.flatMap((row) => (row.billed ? [row.recorded] : [])))
  return {
    requests: rows.reduce((all, { requests }) => all + requests, 0),
    recorded: sum(rows.map(({ recorded }) => recorded)),
    billed: billed.length === 0 ? null : { amount: total },
    difference: billed.length === 0 ? null : difference(total, compared),
    compared,
  }
}

function Total({ rows, by }: Props) {
  const t = useTexts('analysis')
  const format = useFormat()
  return (
    <tr className="tot">
      <td colSpan={by === 'provider' ? 1 : 2}>{t('reconcile.total')}</td>
      <Figures row={totalOf(rows)} />
      <td colSpan={by === 'provider' ? 2 : 1}>{format.NONE}</td>
    </tr>
  )
}

/** `compared` is what the bill stands beside, where that is not all that was recorded. */
type Amounts = Pick<ReconciledRow, 'requests' | 'recorded' | 'difference'> & {
  billed: { amount: string } | null
  compared?: string
}

/** The amounts as they are written. */
function useAmounts() {
  const format = useFormat()
  return ({ recorded, billed, difference: apart }: Amounts) => {
    const more = apart !== null && parseUsd(apart) !== 0n && !apart.startsWith('-')
    return {
      recorded: format.usd(recorded, 2),
      billed: billed ? format.usd(billed.amount, 2) : format.NONE,
      apart: apart === null ? format.NONE : `${more ? '+' : ''}${format.usd(apart, 2)}`,
    }
  }
}

function Figures({ row }: { row: Amounts }) {
  const format = useFormat()
  const { recorded, billed, apart } = useAmounts()(row)
  const { difference: off, compared = row.recorded } = row
  const share = off === null || parseUsd(compared) === 0n ? null : format.plotted(off) / format.plotted(compared)
  return (
    <>
      <td className="r">{format.count(row.requests)}</td>
      <td className="r" title={format.usdExact(row.recorded)}>
        {recorded}
      </td>
      <td className="r" {...(row.billed && { title: format.usdExact(row.billed.amount) })}>
        {billed}
      </td>
      <td className="r" {...(row.difference !== null && { title: format.usdExact(row.difference) })}>
        {apart}
      </td>
      <td className="r t2">{`${share !== null && share > 0 ? '+' : ''}${format.percent(share)}`}</td>
    </>
  )
}

function BillMenu({ row: { provider, billed } }: { row: ReconciledRow }) {
  const t = useTexts('analysis')
  const [, change] = useSearchParams()
  const { name } = provider
  const remove = async ({ first, last }: { first: string; last: string }) => {
    const yes = await confirm({
      title: t('reconcile.removeFor', { name }),
      message: t('reconcile.removeAsk', { name, first, last }),
      confirmText: t('reconcile.remove'),
      variant: 'danger',
      typeToConfirm: name,
    })
    if (!yes) return
    try {
      await call(adminDeleteBill, { params: { id: provider.id }, query: { first, last } })
      toast.success(t('reconcile.removed'))
      await askAgain(adminReconcile)
    } catch (error) {
      toast.error(t('failed'), whyOf(error, t('retry')))
    }
  }
  return (
    <Menu
      align="end"
      trigger={(trigger) => (
        <Button {...trigger} kind="ghost" small icon aria-label={t('reconcile.more', { name })}>
          <Icon of={Ellipsis} small />
        </Button>
      )}
      items={[
        {
          label: t('reconcile.import'),
          icon: FileUp,
          onSelect: () => change({ bill: provider.id }, { push: true }),
        },
        {
          label: t('reconcile.remove'),
          icon: Trash2,
          danger: true,
          disabled: billed === null,
          onSelect: () => {
            if (billed) void remove({ first: daysOf(billed.first).first, last: daysOf(billed.last).last })
          },
        },
      ]}
    />
  )
}
