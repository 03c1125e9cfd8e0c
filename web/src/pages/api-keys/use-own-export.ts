import { exportKeys, type ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { download } from '../../lib/download.ts'
import { markdownTable } from '../../lib/markdown-table.ts'
import { useZone } from '../../lib/use-format.ts'
import type { Export } from '../../ui/export-menu.tsx'
import { useKeyExport } from '../../ui/key/use-key-export.ts'
import { useKeyWords } from '../../ui/key/use-key-words.ts'
import { useUsedWords } from '../../ui/limits/use-used-words.ts'

const COLUMNS = ['name', 'key', 'status', 'models', 'quota', 'rate', 'cost', 'used', 'expires'] as const
const NUMBERS: readonly string[] = ['rate', 'cost']

/** How some of the own keys are taken out, in the columns of their table. */
export function useOwnExport(keys: readonly ApiKey[]): Export {
  const t = useTexts('keys')
  const zone = useZone()
  const words = useKeyWords()
  const used = useUsedWords()
  const cellsOf = (key: ApiKey) => ({
    ...words(key),
    quota: used(key.limits.filter(({ metric }) => metric === 'cost')),
  })
  const write = () =>
    markdownTable(
      COLUMNS.map((column) => ({ word: t(`col.${column}`), number: NUMBERS.includes(column) })),
      keys.map(cellsOf).map((cells) => COLUMNS.map((column) => cells[column])),
    )
  return useKeyExport()(
    (format) => download(exportKeys, { query: { tz: zone, id: keys.map((key) => key.id), format } }),
    write,
  )
}
