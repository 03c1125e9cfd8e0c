import { type Expression, sql, type SqlBool } from 'kysely'
import { REQUEST_STATUSES } from '../core/records.ts'

/**
 * Which requests are meant: values of one field are alternatives, fields are combined. Times are epoch milliseconds,
 * `to` not included. A status is a request status, an HTTP status (`429`), or an outcome of `OUTCOMES`.
 */
export type UsageFilter = {
  from: number
  to: number
  users?: readonly string[] | undefined
  keys?: readonly string[] | undefined
  models?: readonly string[] | undefined
  providers?: readonly string[] | undefined
  clients?: readonly string[] | undefined
  statuses?: readonly string[] | undefined
  endpoints?: readonly string[] | undefined
  credentials?: readonly string[] | undefined
}

/** How requests are grouped by status: `4xx` is without 429, and an answer that broke midway counts as `5xx`. */
const OUTCOMES = ['succeeded', 'cancelled', '429', '4xx', '5xx'] as const
/** As charts and filters name it. */
export type RequestOutcome = (typeof OUTCOMES)[number]

/** The outcome of a row of `request` or `rollup_hour`, as SQL. */
export const outcomeOf = sql<RequestOutcome>`case
  when status in ('succeeded', 'cancelled') then status
  when http_status = 429 then '429'
  when http_status between 400 and 499 then '4xx'
  else '5xx' end`

// Sums write the empty string where a request has none.
const MODEL = sql`coalesce(model, '')`

/** What a filter asks of a row of `request` or `rollup_hour`, its period aside: both tables name these columns alike. */
export function conditions(filter: UsageFilter, model: Expression<unknown> = MODEL): Expression<SqlBool>[] {
  const found: Expression<SqlBool>[] = []
  const among = (column: Expression<unknown>, values: readonly string[] | undefined) => {
    if (values) found.push(values.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${column} in (${sql.join(values)})`)
  }
  among(sql.ref('user_id'), filter.users)
  among(sql.ref('key_id'), filter.keys)
  among(model, filter.models)
  among(sql`coalesce(provider_id, '')`, filter.providers)
  among(sql.ref('client'), filter.clients)
  among(sql`coalesce(endpoint_id, '')`, filter.endpoints)
  among(sql`coalesce(credential_id, '')`, filter.credentials)
  if (filter.statuses) found.push(statusAmong(filter.statuses))
  return found
}

function statusAmong(values: readonly string[]): Expression<SqlBool> {
  const alternatives = values.map((value) => {
    if (/^[1-5]\d\d$/.test(value)) return sql<SqlBool>`http_status = ${Number(value)}`
    const isStatus = REQUEST_STATUSES.some((status) => status === value)
    return isStatus ? sql<SqlBool>`status = ${value}` : sql<SqlBool>`${outcomeOf} = ${value}`
  })
  return alternatives.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`
}
