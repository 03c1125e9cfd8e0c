import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Nanos } from '../core/money.ts'
import type { AttemptRecord, JournalPosition, RequestRecord } from '../core/records.ts'
import { addToAccounts } from './accounts.ts'
import { bulkInsert } from './bulk-insert.ts'
import type { Database } from './database.ts'
import { addToHealthTicks } from './health-ticks.ts'
import { saveJournalPosition } from './journal.ts'
import { anyLike } from './like.ts'
import { namesOf } from './names.ts'
import { toAttempt, toAttemptRow, toRequest, toRequestRow } from './request-rows.ts'
import { rollupWriter } from './rollups.ts'
import type { Tables } from './schema.ts'
import type { AttemptRow, RequestRow } from './schema-requests.ts'
import { conditions, type UsageFilter } from './usage-filter.ts'

/** A settled request as lists show it, with the names of today. */
export type StoredRequest = Omit<RequestRecord, 'attempts' | 'usageRaw'> & {
  userName: string
  keyName: string
  providerName: string | null
  /** How many upstreams were asked. */
  attemptsMade: number
}

export type StoredRequestDetail = StoredRequest & { usageRaw: string | null; attempts: AttemptRecord[] }

/** `q` finds by id, model, client or address. `cursor` is the `next` of the page before. */
export type RequestQuery = UsageFilter &
  RequestFloors & { q?: string | undefined; limit: number; cursor?: string | undefined }

/** What a request must at least have cost, and how long its first token must at least have taken. */
export type RequestFloors = { minCostNanos?: Nanos | undefined; minFirstTokenMs?: number | undefined }

export type Requests = {
  /**
   * Writes requests, attempts, rollups, what users have spent, last-used marks and how far the journal is in one transaction; a request that is
   * already stored changes nothing, so that a batch can be repeated.
   */
  insertSettled(records: readonly RequestRecord[], position?: JournalPosition): Promise<void>
  /** Newest first. */
  list(query: RequestQuery): Promise<{ items: StoredRequest[]; next: string | null }>
  /** Records that need not be stored yet, with the names of today. */
  named(records: readonly RequestRecord[]): Promise<StoredRequest[]>
  /** `userId` null: of anybody. */
  get(id: string, userId: string | null): Promise<StoredRequestDetail | undefined>
}

const SEARCHED = ['id', 'model', 'model_asked', 'client', 'ip']

export function requestsIn(db: Database): Requests {
  const inserts = {
    requests: bulkInsert((tx, rows: readonly RequestRow[]) =>
      tx
        .insertInto('request')
        .values(rows)
        .onConflict((it) => it.column('id').doNothing())
        .returning('id'),
    ),
    attempts: bulkInsert((tx, rows: readonly AttemptRow[]) => tx.insertInto('attempt').values(rows)),
  }
  const addToRollups = rollupWriter()
  return {
    insertSettled: (records, position) =>
      db.transaction(async (tx) => {
        await db.engine.lock(tx, 'settle')
        // What is stored already stays as it is, and counts no second time.
        const byId = new Map(records.map((record) => [record.id, record]))
        const inserted = await inserts.requests(tx, [...byId.values()].map(toRequestRow))
        const fresh = inserted.flatMap(({ id }) => byId.get(id) ?? [])
        await inserts.attempts(tx, fresh.flatMap(attemptRowsOf))
        await addToRollups(tx, fresh)
        await addToHealthTicks(tx, fresh)
        await addToAccounts(tx, fresh)
        await markUsed(tx, fresh)
        if (position) await saveJournalPosition(tx, position)
      }),
    list: (query) => list(db.reports, query),
    named: (records) => withNames(db.kysely, records.map(toRequestRow)),
    get: async (id, userId) => {
      const row = await db.kysely
        .selectFrom('request')
        .selectAll()
        .where('id', '=', id)
        .$if(userId !== null, (it) => it.where('user_id', '=', userId ?? ''))
        .executeTakeFirst()
      if (!row) return undefined
      const [request] = await withNames(db.kysely, [row])
      const attempts = await db.kysely
        .selectFrom('attempt')
        .selectAll()
        .where('request_id', '=', id)
        .orderBy('n')
        .execute()
      return request && { ...request, usageRaw: row.usage_raw, attempts: attempts.map(toAttempt) }
    },
  }
}

function attemptRowsOf({ id, attempts }: RequestRecord): AttemptRow[] {
  return attempts.map((attempt) => toAttemptRow(id, attempt))
}

/** Moves the last-used marks of keys and credentials forward, never back. */
async function markUsed(tx: Kysely<Tables>, records: readonly RequestRecord[]): Promise<void> {
  for (const record of latestBy(records, (one) => one.keyId)) {
    await tx
      .updateTable('api_key')
      .set({ last_used_at: record.at, last_used_ip: record.ip, last_used_client: record.client })
      .where('id', '=', record.keyId)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', record.at)]))
      .execute()
  }
  for (const { credentialId, at } of latestBy(records, (one) => one.credentialId)) {
    await tx
      .updateTable('credential')
      .set({ last_used_at: at })
      .where('id', '=', credentialId)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
      .execute()
  }
}

function latestBy(records: readonly RequestRecord[], idOf: (record: RequestRecord) => string | null): RequestRecord[] {
  const latest = new Map<string, RequestRecord>()
  for (const record of records) {
    const id = idOf(record)
    if (id !== null && (latest.get(id)?.at ?? -Infinity) < record.at) latest.set(id, record)
  }
  return [...latest.values()]
}

async function list(db: Kysely<Tables>, query: RequestQuery): Promise<{ items: StoredRequest[]; next: string | null }> {
  const after = readCursor(query.cursor)
  const rows = await db
    .selectFrom('request')
    .selectAll()
    .where('at', '>=', query.from)
    .where('at', '<', query.to)
    .where((eb) => eb.and(conditions(query)))
    .$if(after !== null, (it) => it.where(sql<SqlBool>`(at, id) < (${after?.at}, ${after?.id})`))
    .$if(query.minCostNanos !== undefined, (it) => it.where('cost_nanos', '>=', query.minCostNanos ?? 0n))
    .$if(query.minFirstTokenMs !== undefined, (it) => it.where('first_token_ms', '>=', query.minFirstTokenMs ?? 0))
    .$if(Boolean(query.q), (it) => it.where(anyLike(SEARCHED, query.q ?? '')))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute()
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const next = rows.length > query.limit && last ? `${last.at}_${last.id}` : null
  return { items: await withNames(db, page), next }
}

/** A cursor names the last row shown. Ids alone would not do: they follow the clock only as closely as it never jumps. */
function readCursor(cursor: string | undefined): { at: number; id: string } | null {
  const match = /^(\d{1,15})_([\w-]{1,64})$/.exec(cursor ?? '')
  return match ? { at: Number(match[1]), id: match[2] ?? '' } : null
}

async function withNames(db: Kysely<Tables>, rows: readonly RequestRow[]): Promise<StoredRequest[]> {
  const users = await namesOf(
    db,
    'user',
    rows.map((row) => row.user_id),
  )
  const keys = await namesOf(
    db,
    'key',
    rows.map((row) => row.key_id),
  )
  const providers = await namesOf(
    db,
    'provider',
    rows.flatMap((row) => row.provider_id ?? []),
  )
  return rows.map((row) => {
    const { usageRaw: _, ...request } = toRequest(row)
    return {
      ...request,
      userName: users.get(row.user_id) ?? row.user_id,
      keyName: keys.get(row.key_id) ?? row.key_id,
      providerName: row.provider_id && (providers.get(row.provider_id) ?? row.provider_id),
      attemptsMade: row.attempts_made,
    }
  })
}
