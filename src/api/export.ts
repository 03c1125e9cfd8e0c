import type { Endpoints } from '../contract/all.ts'
import { EXPORT_COLUMNS, type ExportColumn } from '../contract/export-columns.ts'
import { formatFactor } from '../core/money.ts'
import type { StoredRequest } from '../store/requests.ts'
import { dateOf, zonedTime } from '../store/zone.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { everyPage, exportFile, type FileAnswer } from './file.ts'
import { rowOf } from './requests.ts'
import { everybody, filterOf, floorsOf, ownScope, type Scope } from './scope.ts'
import { exportOf, massExportOf } from './trail.ts'

/** Requests taken out as a file. */
export function requestExportHandlers(deps: Deps): Pick<Handlers, 'usageExport' | 'adminUsageExport'> {
  return {
    usageExport: (call) => exportRequests(call, ownScope(call, deps), deps),
    adminUsageExport: (call) => exportRequests(call, everybody(call), deps),
  }
}

type ExportCall = Call<Endpoints['usageExport'] | Endpoints['adminUsageExport']>

const PAGE = 500
const ADMIN_COLUMNS: readonly ExportColumn[] = ['user', 'upstream_cost']

async function exportRequests(call: ExportCall, scope: Scope, deps: Deps): Promise<FileAnswer> {
  const { store } = deps
  const { format, q, column, tz: zone } = call.query
  const chosen = { ...filterOf(call.query, scope), ...floorsOf(call.query), q }
  const columns = columnsOf(column, scope)
  if (scope.userId === null) {
    const facts = { format, query: call.query, rows: await store.requests.count(chosen) }
    await store.audit.record(...massExportOf(call, 'all_requests', facts))
  } else await store.activity.record(exportOf(call, 'requests', format))
  const name = `yumen-usage_${dateOf(chosen.from, zone)}_${dateOf(chosen.to - 1, zone)}`
  async function* rows() {
    for await (const row of everyPage((cursor) => store.requests.list({ ...chosen, limit: PAGE, cursor }))) {
      const cells = cellsOf(row, scope, zone)
      yield Object.fromEntries(columns.map((one) => [one, cells[one]]))
    }
  }
  return exportFile({ name, format, columns, rows: rows() })
}

/** The columns asked for in the order they always have; all that the reader may see when none is. */
function columnsOf(
  asked: readonly ExportColumn[] | undefined,
  { userId, tellsProvider }: Scope,
): readonly ExportColumn[] {
  const hidden = [...(userId === null ? [] : ADMIN_COLUMNS), ...(tellsProvider ? [] : ['provider'])]
  return EXPORT_COLUMNS.filter((column) => (asked?.includes(column) ?? true) && !hidden.includes(column))
}

type Cell = string | number | boolean | null

function cellsOf(stored: StoredRequest, scope: Scope, zone: string): Record<ExportColumn, Cell> {
  const row = rowOf(stored, scope)
  return {
    time: zonedTime(stored.at, zone),
    timezone: zone,
    id: row.id,
    user: row.user?.name ?? null,
    key: row.key.name,
    provider: row.provider?.name ?? null,
    client: row.client,
    ip: row.ip,
    protocol: row.protocol,
    stream: row.stream,
    model: row.model,
    model_asked: row.model_asked,
    status: row.status,
    http_status: row.http_status,
    error: row.error?.class ?? null,
    ...row.usage,
    cost: row.cost,
    upstream_cost: row.upstream_cost,
    first_token_ms: row.first_token_ms,
    total_ms: row.total_ms,
    tokens_per_second: row.tokens_per_second,
    attempts: row.attempts_made,
    usage_source: row.usage_source,
    service_tier: stored.serviceTier,
    multiplier: formatFactor(stored.multiplierMicros),
  }
}
