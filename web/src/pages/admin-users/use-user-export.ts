import { adminExportUsers, type AdminUser } from '../../../../src/contract/admin-users.ts'
import type { QueryInputOf } from '../../../../src/contract/endpoint.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { download } from '../../lib/download.ts'
import { markdownTable } from '../../lib/markdown-table.ts'
import { useFormat, useZone } from '../../lib/use-format.ts'
import type { Export } from '../../ui/export-menu.tsx'
import { useUsedWords } from '../../ui/limits/use-used-words.ts'
import type { ShownUserColumns, UserTableColumn } from './user-columns.ts'
import { userState } from './users.ts'

const NUMBERS: readonly UserTableColumn[] = ['cost', 'requests', 'keys']

/** How the accounts that a query leaves are taken out; of `rows`, which are drawn, the table is copied in the columns that are shown. */
export function useUserExport({
  columns,
}: ShownUserColumns): (
  query: Omit<QueryInputOf<typeof adminExportUsers>, 'tz' | 'format'>,
  rows: readonly AdminUser[],
) => Export {
  const t = useTexts('users')
  const zone = useZone()
  const wordOf = useWords()
  const write = (users: readonly AdminUser[]) =>
    markdownTable(
      [
        { word: t('col.user') },
        { word: t('field.email') },
        ...columns.map((column) => ({ word: t(`col.${column}`), number: NUMBERS.includes(column) })),
      ],
      users.map((user) => [user.name, user.email, ...columns.map((column) => wordOf(column, user))]),
    )
  return (query, rows) => ({
    words: {
      name: t('export.name'),
      csv: t('export.csv'),
      json: t('export.json'),
      failed: t('export.failed'),
      retry: t('failed.retry'),
    },
    save: (format) => download(adminExportUsers, { query: { tz: zone, ...query, format } }),
    markdown: {
      copy: t('export.markdown'),
      copied: t('export.copied'),
      write: rows.length > 0 ? () => write(rows) : undefined,
    },
  })
}

/** What stands in each column, to the last digit where the table shortens it. */
function useWords(): (column: UserTableColumn, user: AdminUser) => string {
  const t = useTexts('users')
  const ui = useTexts('ui')
  const used = useUsedWords()
  const { exact, usdExact, whenExact, NONE } = useFormat()
  const words: Record<UserTableColumn, (user: AdminUser) => string> = {
    role: ({ role }) => t(`role.${role}`),
    status: (user) => ui(`status.key_${userState(user)}`),
    second_factor: ({ second_factor: on }) => t(`second_factor.${on ? 'on' : 'off'}`),
    group: ({ group }) => group?.name ?? NONE,
    billing: ({ billing }) => t(`billing.${billing}`),
    quota: ({ limits, balance }) =>
      limits.length === 0 && balance !== null ? `${t('balance.title')} ${usdExact(balance)}` : used(limits),
    cost: ({ month }) => usdExact(month.cost),
    requests: ({ month }) => exact(month.requests),
    keys: ({ keys }) => exact(keys),
    active: ({ last_active_at: at }) => (at === null ? t('never') : whenExact(at)),
    created: ({ created_at: at }) => whenExact(at),
  }
  return (column, user) => words[column](user)
}
