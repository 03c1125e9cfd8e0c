import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Nanos } from '../core/money.ts'
import { pack, type PackedRecord } from '../core/packed-record.ts'
import type { AttemptRecord, JournalPosition, RequestRecord } from '../core/records.ts'
import { toAttempt } from './attempt-rows.ts'
import { cutPage } from './cut-page.ts'
import type { Database } from './database.ts'
import { anyLike } from './like.ts'
import { namesOf } from './names.ts'
import { toRequest, toRequestRow } from './request-rows.ts'
import type { Tables } from './schema.ts'
import type { RequestRow } from './schema-requests.ts'
import { settler } from './settle.ts'
import { conditions, type UsageFilter } from './usage-filter.ts'

/** A settled request as lists show it, with the names of today. */
export type StoredRequest = Omit<RequestRecord, 'attempts' | 'usageRaw'> & {
  userName: string
  keyName: string
  providerName: string | null
  /** How many upstreams were asked. */
  attemptsMade: number
}

/** With its candidates in the order they were weighed; `usageRaw` null: the upstream told nothing. */
export type StoredRequestDetail = StoredRequest & {
  usageRaw: string | null
  attempts: AttemptRecord[]
  /** What the credentials of its attempts are called today, by their ids. */
  credentialNames: ReadonlyMap<string, string>
}

/** `q` finds by id, model, client or address. */
type RequestChoice = UsageFilter & RequestFloors & { q?: string | undefined }

/** A page of what is chosen; `cursor` is the `next` of the page before. */
type RequestQuery = RequestChoice & { limit: number; cursor?: string | undefined }

/** What a request must at least have cost, and how long its first token must at least have taken. */
export type RequestFloors = { minCostNanos?: Nanos | undefined; minFirstTokenMs?: number | undefined }

/** Requests that have settled; a row is written once. */
export type Requests = {
  /** Settles a batch in one transaction, and remembers how far the journal is; a batch can be repeated. */
  settle(records: readonly PackedRecord[], position?: JournalPosition): Promise<void>
  /** The same of records at hand. */
  insertSettled(records: readonly RequestRecord[], position?: JournalPosition): Promise<void>
  /** Newest first. */
  list(query: RequestQuery): Promise<{ items: StoredRequest[]; next: string | null }>
  /** How many the whole list has. */
  count(query: RequestChoice): Promise<number>
  /** Records that need not be stored yet, with the names of today. */
  named(records: readonly RequestRecord[]): Promise<StoredRequest[]>
  /** `userId` null: of anybody. */
  get(id: string, userId: string | null): Promise<StoredRequestDetail | undefined>
}

const SEARCHED = ['id', 'model', 'model_asked', 'client', 'ip']

/** Keeps `request` and `attempt`, and all that is summed of them. */
export function requestsIn(db: Database): Requests {
  const settle =
    db.engine.settle ??
    settler((act) =>
      db.transaction(async (tx) => {
        await db.engine.lock(tx, 'settle')
        await act(tx)
      }),
    )
  return {
    settle,
    insertSettled: (records, position) => settle(records.map(pack), position),
    list: (query) => db.report('listRequests', query),
    count: (query) => db.report('countRequests', query),
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
      const credentialNames = await namesOf(
        db.kysely,
        'credential',
        attempts.map((attempt) => attempt.credential_id),
      )
      return request && { ...request, usageRaw: row.usage_raw, attempts: attempts.map(toAttempt), credentialNames }
    },
  }
}

/** Reads a page of requests, newest first. */
export async function listRequests(
  db: Kysely<Tables>,
  query: RequestQuery,
): Promise<{ items: StoredRequest[]; next: string | null }> {
  const found = await requestPage(db, query).execute()
  const { rows, next } = cutPage(found, query.limit, (last) => `${last.at}_${last.id}`)
  return { items: await withNames(db, rows), next }
}

/** The rows of a page and the one after it; those of one user or else of one model are read in the order of its index. */
export function requestPage(db: Kysely<Tables>, query: RequestQuery) {
  const after = readCursor(query.cursor)
  return chosen(db, query)
    .selectAll()
    .$if(after !== null, (it) => it.where(sql<SqlBool>`(at, id) < (${after?.at}, ${after?.id})`))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
}

/** Counts what the pages of the same list hold together. */
export async function countRequests(db: Kysely<Tables>, query: RequestChoice): Promise<number> {
  const counted = chosen(db, query).select((it) => it.fn.countAll<string | number>().as('requests'))
  return Number((await counted.executeTakeFirstOrThrow()).requests)
}

function chosen(db: Kysely<Tables>, query: RequestChoice) {
  // Requests of several are looked for among all, for an index has each model's in order, and not those of all of them. A user's
  // are looked for among theirs: of a model everybody asks for they have few.
  const isOne = query.users === undefined && query.models?.length === 1 && query.models[0] !== ''
  return db
    .selectFrom('request')
    .where('at', '>=', query.from)
    .where('at', '<', query.to)
    .where((eb) => eb.and(isOne ? conditions(query, sql.ref('model')) : conditions(query)))
    .$if(query.minCostNanos !== undefined, (it) => it.where('cost_nanos', '>=', query.minCostNanos ?? 0n))
    .$if(query.minFirstTokenMs !== undefined, (it) => it.where('first_token_ms', '>=', query.minFirstTokenMs ?? 0))
    .$if(Boolean(query.q), (it) => it.where(anyLike(SEARCHED, query.q ?? '')))
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
