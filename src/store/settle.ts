import type { Kysely } from 'kysely'
import { type PackedRecord, unpack } from '../core/packed-record.ts'
import type { JournalPosition, RequestRecord } from '../core/records.ts'
import { moveAccounts, spentIn } from './account-moves.ts'
import { bulkInsert } from './bulk-insert.ts'
import { healthTickWriter } from './health-ticks.ts'
import { positionKeeper } from './journal.ts'
import { toAttemptRow, toRequestRow, USUAL_ATTEMPT, USUAL_REQUEST } from './request-rows.ts'
import { usedMarker } from './last-used.ts'
import { rollupWriter } from './rollups.ts'
import type { Tables } from './schema.ts'
import type { AttemptRow, RequestRow } from './schema-requests.ts'

/**
 * Writes requests, attempts, rollups, what users have spent, last-used marks and how far the journal is; a request that is
 * already stored changes nothing, so that a batch can be repeated. Whoever calls holds the lock `settle`.
 */
type Settle = (
  tx: Kysely<Tables>,
  packed: readonly PackedRecord[],
  position: JournalPosition | undefined,
) => Promise<void>

/** What settles batches in one database. */
export function settler(): Settle {
  const insertRequests = bulkInsert<RequestRow, { id: string }>(
    (tx, rows) =>
      tx
        .insertInto('request')
        .values(rows)
        .onConflict((it) => it.column('id').doNothing())
        .returning('id'),
    USUAL_REQUEST,
  )
  const insertAttempts = bulkInsert<AttemptRow>((tx, rows) => tx.insertInto('attempt').values(rows), USUAL_ATTEMPT)
  const addToRollups = rollupWriter()
  const addToHealthTicks = healthTickWriter()
  const addToAccounts = bulkInsert(moveAccounts)
  const markUsed = usedMarker()
  const savePosition = positionKeeper()
  return async (tx, packed, position) => {
    // What is stored already stays as it is, and counts no second time.
    const byId = new Map(packed.map(unpack).map((record) => [record.id, record]))
    const inserted = await insertRequests(tx, [...byId.values()].map(toRequestRow))
    const fresh = inserted.flatMap(({ id }) => byId.get(id) ?? [])
    await insertAttempts(tx, fresh.flatMap(attemptRowsOf))
    await addToRollups(tx, fresh)
    await addToHealthTicks(tx, fresh)
    await addToAccounts(tx, spentIn(fresh))
    await markUsed(tx, fresh)
    if (position) await savePosition(tx, position)
  }
}

function attemptRowsOf({ id, attempts }: RequestRecord): AttemptRow[] {
  return attempts.map((attempt) => toAttemptRow(id, attempt))
}
