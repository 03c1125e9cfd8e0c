import type { Endpoints } from '../contract/all.ts'
import type { AuditEvent } from '../contract/audit.ts'
import type { QueryOf } from '../contract/endpoint.ts'
import { iso } from '../core/time.ts'
import type { AuditItem, AuditQuery, WholeAudit } from '../store/audit-list.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { ApiError } from './errors.ts'
import { everyPage, exportFile, type FileAnswer } from './file.ts'
import { auditOf } from './trail.ts'

type AuditHandlers = Pick<Handlers, 'adminListAudit' | 'adminExportAudit' | 'adminGetAudit' | 'adminVerifyAudit'>

/** Who changed what; it can be read and checked, never changed. */
export function auditHandlers({ store }: Deps): AuditHandlers {
  return {
    adminListAudit: async ({ query, locale }) => {
      const { limit, cursor } = query
      const { items, next } = await store.audit.list({ ...filterOf(query), locale, limit, cursor })
      return { items: items.map(eventOf), next }
    },
    adminExportAudit: (call) => exportAudit(call, store),
    adminGetAudit: async ({ params, locale }) => {
      const found = await store.audit.get(params.id, locale)
      if (!found) throw new ApiError('not_found')
      return { ...eventOf(found), before: found.before, after: found.after, related: found.related.map(eventOf) }
    },
    adminVerifyAudit: async () => {
      const report = await store.audit.verify()
      return { ok: report.breach === null, ...report }
    },
  }
}

type Filters = Omit<QueryOf<Endpoints['adminListAudit']>, 'limit' | 'cursor'>

function filterOf({ actor, action, target, target_id, outcome, from, to, q }: Filters): Omit<AuditQuery, 'limit'> {
  return {
    actors: actor,
    actions: action,
    targetKinds: target,
    targetId: target_id,
    outcomes: outcome,
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
    q,
  }
}

function eventOf({ id, at, actor, action, targetKind, targetId, targetName, ...rest }: AuditItem): AuditEvent {
  const { outcome, ip, client, requestId, chained } = rest
  const target = { kind: targetKind, id: targetId, name: targetName }
  return { id, at: iso(at), actor, action, target, outcome, ip, client, request_id: requestId, chained }
}

const PAGE = 200
const COLUMNS = [
  'id',
  'at',
  'actor_id',
  'actor',
  'action',
  'target_kind',
  'target_id',
  'target',
  'outcome',
  'ip',
  'client',
  'request_id',
  'chained',
  'before',
  'after',
]

async function exportAudit(call: Call<Endpoints['adminExportAudit']>, store: Deps['store']): Promise<FileAnswer> {
  const { locale, query } = call
  const { format, ...filters } = query
  const facts = { targetKind: 'audit', targetId: null, before: null, after: query }
  await store.audit.record(auditOf(call, { action: 'audit.exported', ...facts }))
  const rows = everyPage((cursor) => store.audit.list({ ...filterOf(filters), locale, limit: PAGE, cursor }))
  return exportFile({ name: 'yumen-audit', format, columns: COLUMNS, rows: exported(rows) })
}

async function* exported(rows: AsyncIterable<WholeAudit>) {
  for await (const { at, actor, targetKind, targetId, targetName, requestId, ...row } of rows) {
    const { id, action, outcome, ip, client, chained, before, after } = row
    const who = { actor_id: actor?.id ?? null, actor: actor?.name ?? null }
    const target = { target_kind: targetKind, target_id: targetId, target: targetName }
    const told = { id, at: iso(at), ...who, action, ...target, outcome, ip, client }
    yield { ...told, request_id: requestId, chained, before, after }
  }
}
