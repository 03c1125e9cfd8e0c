import { useQuery } from '@tanstack/react-query'
import { FileUp, Scale } from 'lucide-react'
import {
  adminExportReconciliation,
  adminReconcile,
  RECONCILE_BY,
  type ReconcileBy,
} from '../../../../../src/contract/reconciliation.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { download } from '../../../lib/download.ts'
import { ask } from '../../../lib/query.ts'
import { one, useSearchParams } from '../../../lib/search-params.ts'
import type { Filters } from '../../../lib/traffic/filters.ts'
import type { PeriodState } from '../../../lib/traffic/use-period.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHead } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Block } from '../../../ui/traffic/block.tsx'
import { DimensionFilter } from '../filter-bar.tsx'
import { BillDrawer } from './bill-drawer.tsx'
import { ExportButton } from './export-button.tsx'
import { Reconciled } from './reconcile-table.tsx'
import { Statement } from './statement.tsx'

type Props = { time: PeriodState; filters: Filters }

const SIDES = ['bills', 'users'] as const

/** The accounts of both sides: what providers billed, and what users were charged. */
export function Reconcile(props: Props) {
  const t = useTexts('analysis')
  const [search, change] = useSearchParams()
  const side = SIDES.find((known) => known === one(search, 'side')) ?? 'bills'
  return (
    <>
      <div className="row mb-3">
        <Segmented
          label={t('reconcile.side')}
          value={side}
          options={SIDES.map((value) => ({ value, label: t(`reconcile.side_${value}`) }))}
          onChange={(next) => change({ side: next === 'bills' ? null : next })}
        />
      </div>
      {side === 'users' ? <Statement {...props} /> : <Bills {...props} />}
    </>
  )
}

/** What the gateway reckoned each provider costs, beside what they billed. */
function Bills({ time, filters }: Props) {
  const t = useTexts('analysis')
  const [search, change] = useSearchParams()
  const by: ReconcileBy = RECONCILE_BY.find((known) => known === one(search, 'split')) ?? 'provider'
  const period = { ...time.query, ...(filters.provider && { provider: [...filters.provider] }) }
  const answer = useQuery(ask(adminReconcile, { query: { ...period, by } }))
  const importing = one(search, 'bill')
  return (
    <>
      <Card flush className="relative">
        <CardHead title={t('reconcile.title')} remark={<span className="hide">{t('reconcile.remark')}</span>}>
          <Button small onClick={() => change({ bill: 'new' }, { push: true })}>
            <Icon of={FileUp} small />
            {t('reconcile.import')}
          </Button>
          <ExportButton save={() => download(adminExportReconciliation, { query: { ...period, format: 'csv' } })} />
        </CardHead>
        <div className="row wrap px-4 pb-3">
          <Segmented
            label={t('reconcile.by')}
            value={by}
            options={RECONCILE_BY.map((value) => ({ value, label: t(`reconcile.by_${value}`) }))}
            onChange={(next) => change({ split: next === 'provider' ? null : next })}
          />
          <DimensionFilter dimension="provider" time={time} filters={filters} />
        </div>
        <Block query={answer} bones={<TableSkeleton rows={6} />}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty icon={Scale} title={t('reconcile.never')} text={t('reconcile.neverText')} />
            ) : (
              <Reconciled rows={items} by={by} />
            )
          }
        </Block>
        <p className="t3 px-4 py-3">{t('reconcile.tolerance')}</p>
      </Card>
      {importing !== undefined && (
        <BillDrawer provider={importing === 'new' ? null : importing} onClose={() => change({ bill: null })} />
      )}
    </>
  )
}
