import type { ExportColumn } from '../../../../src/contract/export-columns.ts'
import { adminUsage, usage } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { download } from '../../lib/download.ts'
import { useScope } from '../../lib/scope.ts'
import type { RequestsQuery } from '../../lib/traffic/ask.ts'
import { ExportMenu } from '../../ui/export-menu.tsx'

type Props = {
  /** Which requests go into the file. */
  query: RequestsQuery
  /** The columns of the file; all of them when left out. */
  columns?: ExportColumn[] | undefined
  /** What stands in the table that is seen, as Markdown; absent while there is none. */
  markdown: (() => string) | undefined
}

/** Takes the requests of the filters in force out as a file, or copies the table that is seen. */
export function UsageExport({ query, columns, markdown }: Props) {
  const t = useTexts('usage')
  const scope = useScope()
  return (
    <ExportMenu
      kind="ghost"
      small
      className=""
      words={{
        name: t('export.name'),
        csv: t('export.csv'),
        json: t('export.json'),
        failed: t('export.failed'),
        retry: '',
      }}
      save={(format) =>
        download((scope === 'admin' ? adminUsage : usage).export, {
          query: { ...query, format, ...(columns && { column: columns }) },
        })
      }
      markdown={{ copy: t('export.markdown'), copied: t('export.copied'), write: markdown }}
    />
  )
}
