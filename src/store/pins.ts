import { sql, type SqlBool } from 'kysely'
import { Latest } from '../core/latest.ts'
import { ONE_MICROS } from '../core/money.ts'
import type { Pin, PinKind, UserTerms } from '../core/pin.ts'
import type { Price } from '../core/price.ts'
import { DAY_MS, type Clock } from '../core/time.ts'
import type { Database } from './database.ts'
import { readModelPrices } from './price-versions.ts'
import type { PinnedRow } from './schema-pinned.ts'

/** One page of what a user has, newest first, after the one with this id. */
type PinQuery = { kind: PinKind; userId: string; limit: number; after?: string | undefined }

/** What upstreams keep for users. */
export type Pins = {
  /** Adds one; what is there already stays as it is. */
  add(pin: Pin): Promise<void>
  /** A user's own; of two upstreams that gave the same id, the newer. */
  find(kind: PinKind, id: string, userId: string): Promise<Pin | undefined>
  list(query: PinQuery): Promise<Pin[]>
  remove(pin: Pin): Promise<void>
  /** Batches of anybody that are not charged yet, as long as their results can be had: a page of the oldest, or of those after one. */
  unbilled(after?: Pin): Promise<Pin[]>
  /** Notes that what it used is charged. */
  billed(pin: Pin, at: number): Promise<void>
  /** Whether the row of a bill by this id is stored. */
  isCharged(billId: string): Promise<boolean>
  /** What a user pays by, whichever key they use; undefined when they are gone. */
  termsOf(userId: string): Promise<UserTerms | undefined>
  /** What a model cost at a time (epoch milliseconds), though it may be gone; null where it had no price. */
  priceOf(modelId: string, at: number): Promise<Price | null>
  /** Forgets the answers and files that upstreams have forgotten. */
  purge(): Promise<void>
}

/** OpenAI keeps a response for thirty days (its guide to conversation state), Google an interaction for 55 (its guide to interactions, Data retention) and a file for two (its guide to files). */
const KEPT_DAYS: Partial<Record<PinKind, number>> = { response: 30, interaction: 55, 'gemini-file': 2 }

/** When what is still kept was made at the earliest. */
function keptSince(kind: PinKind, clock: Clock): number {
  return clock.now() - (KEPT_DAYS[kind] ?? Infinity) * DAY_MS
}

/** A batch runs for a day at most, and its results are kept for 29 or 30 days (the vendors' guides to batches). */
const BATCH_DAYS = 31
/** So many batches make a page. */
const PAGE = 1000

/** Keeps the table `pinned`, where id, kind and provider tell one from another. */
export function pinsIn(db: Database, clock: Clock): Pins {
  const own = (kind: PinKind, userId: string) =>
    db.kysely
      .selectFrom('pinned')
      .selectAll()
      .where('kind', '=', kind)
      .where('user_id', '=', userId)
      // What its vendor has forgotten is nobody's, though nobody has tidied up yet.
      .$if(kind in KEPT_DAYS, (it) => it.where('created_at', '>=', keptSince(kind, clock)))
  const find: Pins['find'] = async (kind, id, userId) => {
    const row = await own(kind, userId).where('id', '=', id).orderBy('created_at', 'desc').executeTakeFirst()
    return row && toPin(row)
  }
  const gone = createGone()
  return {
    find,
    add: async (pin) => {
      await db.kysely
        .insertInto('pinned')
        .values(toRow(pin))
        .onConflict((it) => it.columns(['id', 'kind', 'provider_id']).doNothing())
        .execute()
    },
    list: async ({ kind, userId, limit, after }) => {
      const named = after === undefined ? undefined : { kind, id: after, userId }
      const last = named && ((await find(kind, named.id, userId)) ?? gone.find(named))
      if (named && !last) return []
      const rows = await own(kind, userId)
        .$if(last !== undefined, (it) => it.where(sql<SqlBool>`(created_at, id) < (${last?.createdAt}, ${last?.id})`))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toPin)
    },
    remove: async (pin) => {
      const { id, kind, providerId } = pin
      await db.kysely
        .deleteFrom('pinned')
        .where('id', '=', id)
        .where('kind', '=', kind)
        .where('provider_id', '=', providerId)
        .execute()
      gone.add(pin)
    },
    unbilled: (after) => unbilled(db, clock.now() - BATCH_DAYS * DAY_MS, after),
    billed: async ({ id, kind, providerId }, at) => {
      await db.kysely
        .updateTable('pinned')
        .set({ billed_at: at })
        .where('id', '=', id)
        .where('kind', '=', kind)
        .where('provider_id', '=', providerId)
        .execute()
    },
    isCharged: async (billId) => {
      const row = await db.kysely.selectFrom('request').select('id').where('id', '=', billId).executeTakeFirst()
      return row !== undefined
    },
    termsOf: async (userId) => {
      const row = await db.kysely
        .selectFrom('user')
        .leftJoin('group', 'group.id', 'user.group_id')
        .select(['group_id', 'multiplier_micros'])
        .where('user.id', '=', userId)
        .executeTakeFirst()
      return row && { groupId: row.group_id, multiplierMicros: row.multiplier_micros ?? ONE_MICROS }
    },
    priceOf: async (modelId, at) => (await readModelPrices(db.kysely, modelId, at)).of(modelId).price,
    purge: async () => {
      for (const kind of Object.keys(KEPT_DAYS) as PinKind[]) {
        const before = keptSince(kind, clock)
        await db.kysely.deleteFrom('pinned').where('kind', '=', kind).where('created_at', '<', before).execute()
      }
    },
  }
}

/** A page of what is not charged yet, of batches that were made since then. */
async function unbilled({ kysely }: Database, since: number, after: Pin | undefined): Promise<Pin[]> {
  const { createdAt = 0, id, kind, providerId } = after ?? {}
  const rows = await kysely
    .selectFrom('pinned')
    .selectAll()
    .where('kind', 'in', ['batch', 'message-batch'])
    .where('billed_at', 'is', null)
    .where('created_at', '>=', Math.max(since, createdAt))
    .$if(after !== undefined, (it) =>
      it.where(sql<SqlBool>`(created_at, id, kind, provider_id) > (${createdAt}, ${id}, ${kind}, ${providerId})`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .orderBy('kind')
    .orderBy('provider_id')
    .limit(PAGE)
    .execute()
  return rows.map(toPin)
}

/** So many that were removed are remembered. */
const MOST_GONE = 10_000

type Named = Pick<Pin, 'kind' | 'id' | 'userId'>

/** Where in lists stood what was removed, for whoever deletes what a list shows, and goes on after what is gone. */
function createGone() {
  const places = new Latest<string, Pick<Pin, 'id' | 'createdAt'>>(MOST_GONE)
  const nameOf = ({ kind, id, userId }: Named) => `${userId} ${kind} ${id}`
  return {
    find: (named: Named) => places.get(nameOf(named)),
    add: (pin: Pin) => places.set(nameOf(pin), { id: pin.id, createdAt: pin.createdAt }),
  }
}

function toRow(pin: Pin): PinnedRow {
  return {
    id: pin.id,
    kind: pin.kind,
    user_id: pin.userId,
    key_id: pin.keyId,
    provider_id: pin.providerId,
    endpoint_id: pin.endpointId,
    credential_id: pin.credentialId,
    model: pin.model,
    size: pin.size,
    input_tokens: pin.expected?.input ?? null,
    output_tokens: pin.expected?.output ?? null,
    expected_nanos: pin.expected?.costNanos ?? null,
    multiplier_micros: pin.multiplierMicros,
    created_at: pin.createdAt,
    billed_at: pin.billedAt,
  }
}

function toPin(row: PinnedRow): Pin {
  return {
    id: row.id,
    kind: row.kind,
    userId: row.user_id,
    keyId: row.key_id,
    providerId: row.provider_id,
    endpointId: row.endpoint_id,
    credentialId: row.credential_id,
    model: row.model,
    size: row.size,
    expected: expectedIn(row),
    multiplierMicros: row.multiplier_micros,
    createdAt: row.created_at,
    billedAt: row.billed_at,
  }
}

function expectedIn({ input_tokens: input, output_tokens: output, expected_nanos: costNanos }: PinnedRow) {
  return input === null || output === null ? null : { input, output, costNanos }
}
