import { Download } from 'lucide-react'
import type { ExportColumn } from '../../../../src/contract/export-columns.ts'
import { adminUsage, usage } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { download } from '../../lib/download.ts'
import { useScope } from '../../lib/scope.ts'
import type { RequestsQuery } from '../../lib/traffic/ask.ts'
import { useAct } from '../../lib/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { copyAloud } from '../../ui/copy-aloud.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'

type Props = {
  /** Which requests go into the file. */
  query: RequestsQuery
  /** The columns of the file; all of them when left out. */
  columns?: ExportColumn[] | undefined
  /** What stands in the table that is seen, as Markdown; absent while there is none. */
  markdown: (() => string) | undefined
}

/** Takes the requests of the filters in force out as a file, or copies the table that is seen. */
export function ExportMenu({ query, columns, markdown }: Props) {
  const t = useTexts('usage')
  const scope = useScope()
  const { busy, act } = useAct({ failed: t('export.failed'), retry: '' })
  const save = (format: 'csv' | 'json') =>
    act(() =>
      download((scope === 'admin' ? adminUsage : usage).export, {
        query: { ...query, format, ...(columns && { column: columns }) },
      }),
    )
  const copy = () => void (markdown && copyAloud(markdown(), t('export.copied')))
  return (
    <Menu
      align="end"
      items={[
        { label: t('export.csv'), onSelect: () => void save('csv') },
        { label: t('export.json'), onSelect: () => void save('json') },
        'rule',
        { label: t('export.markdown'), disabled: markdown === undefined, onSelect: copy },
      ]}
      trigger={(trigger) => (
        <Button {...trigger} kind="ghost" small busy={busy} data-export aria-label={t('export.name')}>
          <Icon of={Download} small />
          <span className="hide">{t('export.name')}</span>
        </Button>
      )}
    />
  )
}
