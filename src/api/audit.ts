import type { Endpoints } from '../contract/all.ts'
import type { AuditEvent } from '../contract/audit.ts'
import type { QueryOf } from '../contract/endpoint.ts'
import { SETTINGS } from '../contract/settings.ts'
import type { Locale } from '../core/errors.ts'
import { iso } from '../core/time.ts'
import type { AuditDetail, AuditQuery, WholeAudit } from '../store/audit-list.ts'
import { wallTime } from '../store/zone.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { found } from './errors.ts'
import { everyPage, exportFile, type FileAnswer } from './file.ts'
import { auditOf } from './trail.ts'
import { requireZone } from './zone.ts'

type AuditHandlers = Pick<Handlers, 'adminListAudit' | 'adminExportAudit' | 'adminGetAudit' | 'adminVerifyAudit'>

/** Who changed what; it can be read and checked, never changed. */
export function auditHandlers({ store }: Deps): AuditHandlers {
  return {
    adminListAudit: async ({ query, locale }) => {
      const { limit, cursor } = query
      const { items, next } = await store.audit.list({ ...filterOf(query), locale, limit, cursor })
      return { items: items.map((item) => eventOf(item, locale)), next }
    },
    adminExportAudit: (call) => exportAudit(call, store),
    adminGetAudit: async ({ params, locale }) => {
      const act = found(await store.audit.get(params.id, locale))
      const related = act.related.map((item) => eventOf(item, locale))
      const { n, before, after, session, call, relatedBy } = act
      const whole = { ...eventOf(act, locale), n, chain: chainOf(act.link), before, after, session, call }
      return { ...whole, related_by: relatedBy, related }
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

function eventOf(item: WholeAudit, locale: Locale): AuditEvent {
  const { id, at, actor, action, targetKind, targetId, targetProvider, outcome, ip, client, requestId, n } = item
  const target = { kind: targetKind, id: targetId, name: nameOf(item, locale), provider: targetProvider }
  return { id, at: iso(at), actor, action, target, outcome, ip, client, request_id: requestId, chained: n !== null }
}

function chainOf(link: AuditDetail['link']) {
  if (link === null) return null
  const { mac: hash, previous, next, breach } = link
  return { hash, previous: previous && ringOf(previous), next: next && ringOf(next), breach }
}

const ringOf = ({ n, mac: hash }: { n: number; mac: string }) => ({ n, hash })

const MOST_TITLES = 3

/** What was acted on as it is called: of settings their titles, for they have no row of their own that could be named. */
function nameOf({ action, targetName, after }: WholeAudit, locale: Locale): string | null {
  if (action !== 'settings.changed' || typeof after !== 'object' || after === null) return targetName
  const titles = Object.keys(after).map((key) => titleOf(key, locale))
  if (titles.length === 0) return targetName
  const [told, more] = [titles.slice(0, MOST_TITLES), titles.length - MOST_TITLES]
  const joined = told.join(locale === 'zh-CN' ? '、' : ', ')
  if (more <= 0) return joined
  return locale === 'zh-CN' ? `${joined} 等 ${titles.length} 项` : `${joined} and ${more} more`
}

/** The title of a setting; a setting of an older release by its own name. */
function titleOf(key: string, locale: Locale): string {
  if (!Object.hasOwn(SETTINGS, key)) return key
  const { title } = SETTINGS[key as keyof typeof SETTINGS]
  return locale === 'zh-CN' ? title.zh : title.en
}

const PAGE = 200
const COLUMNS = [
  'id',
  'at',
  'local_time',
  'time_zone',
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
  'session',
  'method',
  'path',
  'confirmed',
  'headers',
  'before',
  'after',
]

async function exportAudit(call: Call<Endpoints['adminExportAudit']>, store: Deps['store']): Promise<FileAnswer> {
  const { locale, query } = call
  const { format, tz, ...filters } = query
  requireZone('tz', tz)
  const facts = { targetKind: 'audit', targetId: null, before: null, after: query }
  await store.audit.record(auditOf(call, { action: 'audit.exported', ...facts }))
  const rows = everyPage((cursor) => store.audit.list({ ...filterOf(filters), locale, limit: PAGE, cursor }))
  return exportFile({ name: 'yumen-audit', format, columns: COLUMNS, rows: exported(rows, { locale, zone: tz }) })
}

async function* exported(rows: AsyncIterable<WholeAudit>, { locale, zone }: { locale: Locale; zone: string }) {
  for await (const row of rows) {
    const { id, at, actor, action, targetKind, targetId, outcome, ip, client, requestId, n, before, after } = row
    const time = { at: iso(at), local_time: wallTime(at, zone), time_zone: zone }
    const who = { actor_id: actor?.id ?? null, actor: actor?.name ?? null }
    const target = { target_kind: targetKind, target_id: targetId, target: nameOf(row, locale) }
    const told = { id, ...time, ...who, action, ...target, outcome, ip, client }
    yield { ...told, request_id: requestId, chained: n !== null, ...cameBy(row), before, after }
  }
}

function cameBy({ session, call }: WholeAudit) {
  const { method = null, path = null, confirmed = null, headers = null } = call ?? {}
  return { session, method, path, confirmed, headers }
}
