import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { adminExportStatement, adminStatement } from '../../../../../src/contract/statement.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { download } from '../../../lib/download.ts'
import { ask } from '../../../lib/query.ts'
import { one, useSearchParams } from '../../../lib/search-params.ts'
import type { Filters } from '../../../lib/traffic/filters.ts'
import type { PeriodState } from '../../../lib/traffic/use-period.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Card, CardHead } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Block } from '../../../ui/traffic/block.tsx'
import { DimensionFilter } from '../filter-bar.tsx'
import { ExportButton } from './export-button.tsx'
import { STATEMENT_BY } from './statement-groups.ts'
import { StatementMatrix } from './statement-matrix.tsx'
import { StatementTable } from './statement-table.tsx'

type Props = { time: PeriodState; filters: Filters }

const FORMS = [...STATEMENT_BY, 'matrix'] as const
const FILTERED = ['user', 'model', 'provider'] as const

/** What users were charged for models, what that cost and what is left: for whoever keeps the accounts. */
export function Statement({ time, filters }: Props) {
  const t = useTexts('analysis')
  const { count } = useFormat()
  const [search, change] = useSearchParams()
  const form = FORMS.find((known) => known === one(search, 'form')) ?? 'user'
  const chosen = FILTERED.flatMap((name) => (filters[name] ? [[name, [...filters[name]]] as const] : []))
  const query = { ...time.query, ...Object.fromEntries(chosen) }
  const answer = useQuery(ask(adminStatement, { query }))
  return (
    <Card flush className="relative">
      <CardHead title={t('statement.title')} remark={<span className="hide">{t('statement.remark')}</span>}>
        <ExportButton save={() => download(adminExportStatement, { query: { ...query, format: 'csv' } })} />
      </CardHead>
      <div className="row wrap px-4 pb-3">
        <Segmented
          label={t('statement.form')}
          value={form}
          options={FORMS.map((value) => ({ value, label: t(`statement.form_${value}`) }))}
          onChange={(next) => change({ form: next === 'user' ? null : next })}
        />
        {FILTERED.map((dimension) => (
          <DimensionFilter key={dimension} dimension={dimension} time={time} filters={filters} />
        ))}
      </div>
      <Block query={answer} bones={<TableSkeleton rows={6} />}>
        {(statement) =>
          statement.users.length === 0 ? (
            <Empty icon={Scale} title={t('statement.none')} text={t('statement.noneText')} />
          ) : form === 'matrix' ? (
            <StatementMatrix statement={statement} />
          ) : (
            <StatementTable key={form} statement={statement} by={form} />
          )
        }
      </Block>
      <p className="t3 px-4 py-3">
        {t('statement.rule')}
        {answer.data !== undefined && answer.data.left_out > 0 && (
          <> {t('statement.leftOut', { count: answer.data.left_out, n: count(answer.data.left_out) })}</>
        )}
      </p>
    </Card>
  )
}
