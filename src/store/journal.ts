import type { Kysely } from 'kysely'
import type { JournalPosition } from '../core/records.ts'
import { bulkInsert } from './bulk-insert.ts'
import type { Database } from './database.ts'
import type { JournalPositionRow } from './schema-operations.ts'
import type { Tables } from './schema.ts'

/** How far the rows have got with the journals of the nodes. */
export type JournalPositions = { get(node: string): Promise<JournalPosition | null> }

/** Reads `journal_position`; null: nothing of the node has come yet. */
export function journalPositionsIn(db: Database): JournalPositions {
  return {
    get: async (node) => {
      const row = await db.kysely.selectFrom('journal_position').selectAll().where('node', '=', node).executeTakeFirst()
      return row ? { node, segment: row.segment, offset: row.byte_offset } : null
    },
  }
}

/** Remembers a position; it belongs into the transaction that writes the rows before it. */
export function positionKeeper(): (tx: Kysely<Tables>, position: JournalPosition) => Promise<void> {
  const save = bulkInsert((tx, rows: readonly JournalPositionRow[]) =>
    tx
      .insertInto('journal_position')
      .values(rows)
      .onConflict((it) =>
        it.column('node').doUpdateSet((eb) => ({
          segment: eb.ref('excluded.segment'),
          byte_offset: eb.ref('excluded.byte_offset'),
        })),
      ),
  )
  return async (tx, { node, segment, offset }) => {
    await save(tx, [{ node, segment, byte_offset: offset }])
  }
}
