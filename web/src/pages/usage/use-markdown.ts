import type { BreakdownRow, Dimension, RequestRow, Totals } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { markdownTable } from '../../lib/markdown-table.ts'
import { useScope } from '../../lib/scope.ts'
import { useSort } from '../../lib/sort.ts'
import { failedShare, margin, switchedShare, tokensOf } from '../../lib/traffic/figures.ts'
import { usedOf } from '../../lib/traffic/used.ts'
import { type Format, useFormat } from '../../lib/use-format.ts'
import { COLUMNS, FIGURES_OF, meanCost, sorted } from './breakdown-sort.ts'
import { isNumber, type Column } from './columns.ts'
import { modelWords, type Pen, providerWords, usePen } from './request-cell.tsx'
import { useColumnName } from './request-table.tsx'
import { useValueName } from './value-name.ts'

type Figure = (typeof FIGURES_OF)['admin'][number]

/** The figures of a row, or of all of them, to the last digit where the table shortens them. */
const FIGURES: Record<Figure, (totals: Totals, previousCost: string, format: Format) => string> = {
  requests: ({ requests }, _, format) => format.exact(requests),
  tokens: (totals, _, format) => format.exact(tokensOf(totals)),
  cost: ({ cost }, _, format) => format.usdExact(cost),
  upstream: (totals, _, format) => format.usdExact(totals.upstream_cost),
  margin: (totals, _, format) => format.usdExact(margin(totals).amount),
  marginShare: (totals, _, format) => format.percent(margin(totals).share),
  change: ({ cost }, previous, format) => format.change(format.plotted(cost), format.plotted(previous)),
  mean: (totals, _, format) => format.usd(meanCost(totals)),
  p50: (totals, _, format) => format.seconds(totals.first_token_p50),
  p95: (totals, _, format) => format.seconds(totals.first_token_p95),
  failed: (totals, _, format) => format.percent(failedShare(totals)),
  switched: (totals, _, format) => format.percent(switchedShare(totals)),
}

type BothTotals = { current: Totals; previous: Totals }

/** Writes the table of a breakdown as Markdown, in its columns and its order, all rows of it and what they come to. */
export function useBreakdownMarkdown(by: Dimension) {
  const t = useTexts('usage')
  const format = useFormat()
  const valueName = useValueName()
  const figures = FIGURES_OF[useScope()]
  const { sort } = useSort(COLUMNS, '-cost')
  return (rows: readonly BreakdownRow[], totals: BothTotals | undefined) => {
    const all = format.plotted(totals?.current.cost ?? '0')
    const share = (cost: string) => format.percent(all > 0 ? format.plotted(cost) / all : null)
    const line = (name: string, current: Totals, previous: string) => [
      name,
      ...figures.map((figure) => FIGURES[figure](current, previous, format)),
      share(current.cost),
    ]
    const named = rows.map((row) => ({ row, name: valueName(by, row.id, row.name), colour: '' }))
    return markdownTable(
      [
        { word: t(`dimension.${by}`) },
        ...[...figures.map((figure) => t(`column.${figure}`)), t('share')].map((word) => ({ word, number: true })),
      ],
      [
        ...sorted(named, sort).map(({ row, name }) => line(name, row.current, row.previous_cost)),
        ...(totals ? [line(t('total'), totals.current, totals.previous.cost)] : []),
      ],
    )
  }
}

/** What stands in each column of the list, to the last digit where the list shortens it. */
const WORDS: Record<Column, (row: RequestRow, pen: Pen) => string> = {
  at: ({ at }, { format }) => format.whenExact(at),
  id: ({ id }) => id,
  user: ({ user }, { mask, format }) => mask(user?.name ?? format.NONE),
  key: ({ key }, { mask }) => mask(key.name),
  model: modelWords,
  provider: providerWords,
  client: ({ client }, { format }) => client || format.NONE,
  protocol: ({ protocol }, { r }) => r(`protocol.${protocol}`),
  stream: ({ stream }, { r, format }) => (stream ? r('stream') : format.NONE),
  input: (row, { format }) => format.exact(usedOf(row).input),
  cache: (row, { format }) => {
    const { cacheRead, cacheWrite } = usedOf(row)
    const read = cacheRead === null ? [] : [`↓${format.exact(cacheRead)}`]
    const written = cacheWrite === null ? [] : [`↑${format.exact(cacheWrite)}`]
    return [...read, ...written].join(' ') || format.NONE
  },
  output: (row, { format }) => format.exact(usedOf(row).output),
  cost: (row, { format }) => format.usdExact(usedOf(row).cost),
  margin: (row, { format }) => (row.status === 'running' ? format.NONE : format.usdExact(margin(row).amount)),
  first_token: (row, { format }) => format.seconds(row.first_token_ms),
  total: (row, { format }) => format.seconds(usedOf(row).totalMs),
  speed: ({ tokens_per_second: speed }, { format }) => (speed === null ? format.NONE : String(Math.round(speed))),
  status: ({ http_status: status }, { format }) => (status === null ? format.NONE : String(status)),
}

/** Writes the requests that are listed as Markdown, in the columns that are shown and with names hidden where they are. */
export function useRequestsMarkdown(columns: readonly Column[]) {
  const name = useColumnName()
  const pen = usePen()
  return (rows: readonly RequestRow[]) =>
    markdownTable(
      columns.map((column) => ({ word: name(column), number: isNumber(column) || column === 'status' })),
      rows.map((row) => columns.map((column) => WORDS[column](row, pen))),
    )
}
