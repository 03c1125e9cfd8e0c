import { adminExportKeys, type AdminKey } from '../../../../src/contract/admin-keys.ts'
import type { QueryInputOf } from '../../../../src/contract/endpoint.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { download } from '../../lib/download.ts'
import { ratePerMinute } from '../../lib/key/key-state.ts'
import { markdownTable } from '../../lib/markdown-table.ts'
import { useFormat, useZone } from '../../lib/use-format.ts'
import type { Export } from '../../ui/export-menu.tsx'
import { useKeyExport } from '../../ui/key/use-key-export.ts'
import { useKeyWords } from '../../ui/key/use-key-words.ts'
import { useUsedWords } from '../../ui/limits/use-used-words.ts'
import { RISK_ORDER } from './keys.ts'

const COLUMNS = ['key', 'owner', 'status', 'risks', 'quota', 'models', 'cost', 'used', 'addresses', 'expires'] as const
const NUMBERS: readonly string[] = ['cost', 'addresses']

/** How the keys that a query leaves are taken out; of `rows`, which are drawn, the table is copied in its columns. */
export function useAllExport(): (
  query: Omit<QueryInputOf<typeof adminExportKeys>, 'tz' | 'format'>,
  rows: readonly AdminKey[],
) => Export {
  const zone = useZone()
  const exportOf = useKeyExport()
  const write = useMarkdown()
  return (query, rows) =>
    exportOf(
      (format) => download(adminExportKeys, { query: { tz: zone, ...query, format } }),
      rows.length > 0 ? () => write(rows) : undefined,
    )
}

function useMarkdown(): (keys: readonly AdminKey[]) => string {
  const t = useTexts('allkeys')
  const { exact, NONE } = useFormat()
  const words = useKeyWords()
  const used = useUsedWords()
  const cellsOf = (key: AdminKey) => {
    const told = words(key)
    const rate = ratePerMinute(key)
    const risks = RISK_ORDER.filter((risk) => key.risks.includes(risk)).map((risk) => t(`risk.${risk}`))
    return {
      ...told,
      key: `${told.name} · ${told.key}`,
      owner: key.owner.name,
      risks: risks.join(t('comma')) || NONE,
      quota: used(key.limits),
      models: rate === null ? told.models : `${told.models} · ${t('rate', { n: exact(rate) })}`,
      addresses: exact(key.addresses),
    }
  }
  return (keys) =>
    markdownTable(
      COLUMNS.map((column) => ({ word: t(`col.${column}`), number: NUMBERS.includes(column) })),
      keys.map(cellsOf).map((cells) => COLUMNS.map((column) => cells[column])),
    )
}
