import type { BreakdownRow, Dimension, RequestRow } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { markdownTable } from '../../lib/markdown-table.ts'
import { failedShare, tokensOf } from '../../lib/traffic/figures.ts'
import { useMask } from '../../lib/traffic/privacy.ts'
import { usedOf } from '../../lib/traffic/used.ts'
import { useFormat } from '../../lib/use-format.ts'
import { meanCost } from './breakdown-sort.ts'
import { useValueName } from './value-name.ts'

/** Writes the table of a breakdown as Markdown. */
export function useBreakdownMarkdown(by: Dimension) {
  const t = useTexts('usage')
  const format = useFormat()
  const valueName = useValueName()
  const figures = ['requests', 'tokens', 'cost', 'mean', 'p50', 'p95', 'failed'] as const
  return (rows: readonly BreakdownRow[]) =>
    markdownTable(
      [{ word: t(`dimension.${by}`) }, ...figures.map((name) => ({ word: t(`column.${name}`), number: true }))],
      rows.map(({ id, name, current }) => [
        valueName(by, id, name),
        format.exact(current.requests),
        format.exact(tokensOf(current)),
        format.usdExact(current.cost),
        format.usd(meanCost(current)),
        format.seconds(current.first_token_p50),
        format.seconds(current.first_token_p95),
        format.percent(failedShare(current)),
      ]),
    )
}

/** Writes the requests that are listed as Markdown, names hidden where they are. */
export function useRequestsMarkdown() {
  const mask = useMask()
  const t = useTexts('usage')
  const r = useTexts('requests')
  const format = useFormat()
  const words = [t('list.at'), t('list.id'), r('key'), r('model'), r('client')]
  const numbers = [r('input'), r('cacheRead'), r('output'), r('cost'), r('firstToken'), r('total')]
  return (rows: readonly RequestRow[]) =>
    markdownTable(
      [
        ...words.map((word) => ({ word })),
        ...numbers.map((word) => ({ word, number: true })),
        { word: r('status'), number: true },
      ],
      rows.map((row) => [
        format.whenExact(row.at),
        row.id,
        mask(row.key.name),
        row.model ?? row.model_asked,
        row.client,
        format.exact(usedOf(row).input),
        format.exact(usedOf(row).cacheRead),
        format.exact(usedOf(row).output),
        format.usdExact(usedOf(row).cost),
        format.seconds(row.first_token_ms),
        format.seconds(usedOf(row).totalMs),
        String(row.http_status),
      ]),
    )
}
