import type { ExportColumn } from '../../../../src/contract/export-columns.ts'
import type { Columns, ShownColumns } from '../../lib/columns.ts'
import type { Reader } from '../../lib/traffic/filters.ts'

/** The columns of the request list, in order. */
const COLUMNS = [
  'at',
  'id',
  'user',
  'key',
  'model',
  'provider',
  'client',
  'protocol',
  'stream',
  'input',
  'cache',
  'output',
  'cost',
  'margin',
  'first_token',
  'total',
  'speed',
  'status',
] as const
export type Column = (typeof COLUMNS)[number]

/** The columns of figures. */
const NUMBERS: readonly Column[] = ['input', 'cache', 'output', 'cost', 'margin', 'first_token', 'total', 'speed']
/** Whether a column holds figures, which stand at the right. */
export const isNumber = (column: Column): boolean => NUMBERS.includes(column)

const NOT_FOR: Record<Reader, readonly Column[]> = {
  user: ['user', 'provider', 'margin'],
  told: ['user', 'margin'],
  admin: [],
}
const NOT_AT_FIRST: Record<Reader, readonly Column[]> = { user: [], told: ['provider'], admin: ['client'] }
const FOR_USERS = {
  stream: '@max-[1360px]:hidden',
  protocol: '@max-[1150px]:hidden',
  speed: '@max-[1110px]:hidden',
  id: '@max-[1080px]:hidden',
  client: '@max-[980px]:hidden',
  cache: '@max-[880px]:hidden',
  first_token: '@max-[800px]:hidden',
  key: '@max-[680px]:hidden',
} as const
/** The columns that are given up where there is little room, those first that say least, as classes of their cells. */
const NARROW: Readonly<Record<Reader, Narrow>> = {
  user: FOR_USERS,
  told: FOR_USERS,
  admin: {
    stream: '@max-[1360px]:hidden',
    key: '@max-[1360px]:hidden',
    protocol: '@max-[1360px]:hidden',
    margin: '@max-[1150px]:hidden',
    speed: '@max-[1110px]:hidden',
    id: '@max-[1080px]:hidden',
    cache: '@max-[960px]:hidden',
    first_token: '@max-[880px]:hidden',
    provider: '@max-[800px]:hidden',
  },
}

/** What a reader may choose from. */
export const columnsOf = (reader: Reader): readonly Column[] =>
  COLUMNS.filter((column) => !NOT_FOR[reader].includes(column))

type Narrow = Columns<Column>['narrow']

/** The columns of the list for a reader. */
export function columnsFor(reader: Reader): Columns<Column> {
  const all = columnsOf(reader)
  return { all, standard: all.filter((column) => !NOT_AT_FIRST[reader].includes(column)), narrow: NARROW[reader] }
}

/** The columns of the list that are shown. */
export type Shown = ShownColumns<Column>

/** What a file holds of each column. */
const IN_A_FILE: Record<Column, readonly ExportColumn[]> = {
  at: ['time', 'timezone'],
  id: ['id'],
  user: ['user'],
  key: ['key'],
  model: ['model', 'model_asked'],
  provider: ['provider'],
  client: ['client'],
  protocol: ['protocol'],
  stream: ['stream'],
  input: ['input', 'audio_in', 'image_in', 'searches'],
  cache: ['cache_read', 'cache_write_5m', 'cache_write_1h'],
  output: ['output', 'reasoning', 'audio_out', 'image_out'],
  cost: ['cost', 'usage_source', 'service_tier', 'multiplier'],
  margin: ['upstream_cost'],
  first_token: ['first_token_ms'],
  total: ['total_ms'],
  speed: ['tokens_per_second'],
  status: ['status', 'http_status', 'error'],
}

/** The columns of a file for the columns that were chosen; undefined, which means all, where none was. */
export function fileColumns({ columns, chosen }: Shown): ExportColumn[] | undefined {
  return chosen ? columns.flatMap((column) => IN_A_FILE[column]) : undefined
}
