import type { Columns, ShownColumns } from '../../lib/columns.ts'

const COLUMNS = [
  'role',
  'status',
  'second_factor',
  'group',
  'billing',
  'quota',
  'cost',
  'requests',
  'keys',
  'active',
  'created',
] as const
/** A column of the table of accounts that may be chosen; the account itself always stands first. */
export type UserTableColumn = (typeof COLUMNS)[number]

const NOT_AT_FIRST: readonly UserTableColumn[] = ['second_factor', 'group', 'billing']

/** The columns of the table; what goes first where the card is narrow, the drawer of an account tells too. */
export const USER_TABLE: Columns<UserTableColumn> = {
  all: COLUMNS,
  standard: COLUMNS.filter((column) => !NOT_AT_FIRST.includes(column)),
  narrow: {
    created: '@max-[1100px]:hidden',
    role: '@max-[1000px]:hidden',
    keys: '@max-[900px]:hidden',
    requests: '@max-[840px]:hidden',
    active: '@max-[780px]:hidden',
    quota: '@max-[680px]:hidden',
  },
}

/** The columns of the table that are shown. */
export type ShownUserColumns = ShownColumns<UserTableColumn>

/** The class of the shield beside an administrator's name: it is there wherever the column of roles is not. */
export function shieldBeside({ columns, narrow }: ShownUserColumns): string {
  if (!columns.includes('role')) return ''
  return narrow['role'] === undefined ? 'hidden' : '@min-[1000px]:hidden'
}
