import type { Kysely } from 'kysely'
import { type PackedRecord, unpack } from '../core/packed-record.ts'
import type { JournalPosition, RequestRecord } from '../core/records.ts'
import { moveAccounts, spentIn } from './account-moves.ts'
import { attemptInsert, sharedOfAttempt } from './attempt-rows.ts'
import { bulkInsert, fewSizes, slicesOf } from './bulk-insert.ts'
import { healthTickWriter } from './health-ticks.ts'
import { positionKeeper } from './journal.ts'
import { keyAddressWriter } from './key-addresses.ts'
import { requestInsert, sharedOfRequest } from './request-rows.ts'
import { usedMarker } from './last-used.ts'
import { rollupWriter } from './rollups.ts'
import { kindsOf } from './row-kinds.ts'
import type { Tables } from './schema.ts'
import { wayTickWriter } from './way-ticks.ts'

/**
 * Writes requests, attempts, rollups, what users have spent, last-used marks, addresses of keys and how far the journal is; a
 * request that is already stored changes nothing, so that a batch can be repeated.
 */
type Settle = (packed: readonly PackedRecord[], position: JournalPosition | undefined) => Promise<void>

/** All of the act or, when it throws, nothing of it; within it the lock `settle` is held. */
type Transaction = (act: (tx: Kysely<Tables>) => Promise<void>) => Promise<void>

/** What settles batches in one database. */
export function settler(transaction: Transaction): Settle {
  const write = writer()
  return async (packed, position) => {
    const records = packed.map(unpack)
    try {
      await transaction((tx) => write(tx, records, position))
    } catch (error) {
      if (!(error instanceof StoredAlready)) throw error
      // Only then are they looked for: to be told of each row whether it is new would cost every row more than a microsecond.
      await transaction(async (tx) => write(tx, await newIn(tx, records), position))
    }
  }
}

/** Some of the requests were there, or are twice in the batch: none may count a second time. */
class StoredAlready extends Error {}

/** Writes requests; throws where not all of them are new, and what it wrote is to be taken back. */
function writer() {
  const insertRequests = requestInsert()
  const insertAttempts = attemptInsert()
  const addToRollups = rollupWriter()
  const addToHealthTicks = healthTickWriter()
  const addToWayTicks = wayTickWriter()
  const addToAccounts = bulkInsert(moveAccounts)
  const markUsed = usedMarker()
  const addAddresses = keyAddressWriter()
  const savePosition = positionKeeper()
  return async (tx: Kysely<Tables>, records: readonly RequestRecord[], position: JournalPosition | undefined) => {
    const kinds = kindsOf(records, sharedOfRequest)
    if ((await insertRequests(tx, kinds)) < records.length) throw new StoredAlready()
    await insertAttempts(tx, kindsOf(attemptsOf(records), sharedOfAttempt))
    await addToRollups(tx, kinds)
    await addToHealthTicks(tx, kinds)
    await addToWayTicks(tx, kinds)
    await addToAccounts(tx, spentIn(kinds))
    await markUsed(tx, kinds)
    await addAddresses(tx, kinds)
    if (position) await savePosition(tx, position)
  }
}

function* attemptsOf(records: readonly RequestRecord[]) {
  for (const { id: requestId, attempts } of records) for (const attempt of attempts) yield { requestId, attempt }
}

/** Those of the requests that are not stored, each once. */
async function newIn(tx: Kysely<Tables>, records: readonly RequestRecord[]): Promise<RequestRecord[]> {
  const byId = new Map(records.map((record) => [record.id, record]))
  for (const id of await storedOf(tx, [...byId.keys()])) byId.delete(id)
  return [...byId.values()]
}

/** Those of the requests with these ids that are stored. */
export async function storedOf(tx: Kysely<Tables>, all: readonly string[]): Promise<Set<string>> {
  const stored = new Set<string>()
  for (const ids of slicesOf(all, LOOKED_FOR_AT_ONCE)) {
    const rows = await tx.selectFrom('request').select('id').where('id', 'in', fewSizes(ids)).execute()
    for (const { id } of rows) stored.add(id)
  }
  return stored
}

/** Engines bound the parameters of a statement. */
const LOOKED_FOR_AT_ONCE = 512
