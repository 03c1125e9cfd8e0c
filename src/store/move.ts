import { sql } from 'kysely'
import { checkBooks } from './books.ts'
import { type Mac, verifyChain } from './audit-chain.ts'
import { both, copyTable, type Side } from './copy-table.ts'
import type { Database } from './database.ts'
import { type Figures, figuresOf, sameFigures } from './figures.ts'
import { type Layout, layoutsIn } from './layout.ts'
import { migrateIn } from './migrate.ts'
import { settingsIn } from './settings.ts'
import type { Clock } from '../core/time.ts'
import type { Settings } from './settings.ts'
import type { Verification } from './verify.ts'

/** A table that is the same on both sides now. */
export type MovedTable = { table: string } & Pick<Figures, 'rows' | 'sum'>

/** `accept` throws where the side that is moved from, or what was found on the other one, will not do: then nothing is kept. */
type Moving = {
  from: Database
  to: Database
  clock: Clock
  mac: Mac
  acceptSource: (settings: Pick<Settings, 'get'>) => Promise<void>
  acceptTarget: (found: Verification) => void
  /** Is told of each table once it is there. */
  onTable: (moved: MovedTable) => void
}

/**
 * Copies everything from one engine to the other, in one transaction there, and looks whether it is the same; one transaction here,
 * which is taken back, shows one moment of it, in the present schema. What a move has copied before is recognised. Throws a sentence
 * for the operator where the other side holds anything else.
 */
export async function moveRows(moving: Moving): Promise<Verification> {
  const { from, to, clock, mac } = moving
  const source = await from.kysely.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    await migrateIn(source, from.engine)
    await moving.acceptSource(settingsIn({ ...from, kysely: source }, clock))
    return await to.transaction(async (target) => {
      await migrateIn(target, to.engine)
      const here = { tx: source, kind: from.engine.kind }
      const there = { tx: target, kind: to.engine.kind }
      const [sqlite, postgres] = here.kind === 'sqlite' ? [source, target] : [target, source]
      await moveTables(await layoutsIn(sqlite, postgres), { here, there, onTable: moving.onTable })
      const found = { books: await checkBooks(target, { since: 0 }), audit: await verifyChain(target, mac) }
      moving.acceptTarget(found)
      return found
    })
  } finally {
    // It was only read: where the connection is gone the server has taken it back, and what else there is to tell is not this.
    await source
      .rollback()
      .execute()
      .catch(() => undefined)
  }
}

type Sides = { here: Side; there: Side } & Pick<Moving, 'onTable'>

async function moveTables(layouts: readonly Layout[], { here, there, onTable }: Sides): Promise<void> {
  const filled = await firstFilled(there, layouts)
  for (const layout of layouts) {
    const { table } = layout
    if (filled === null) await fill(layout, here, there)
    const [wanted, found] = await both(figuresOf(here, layout), figuresOf(there, layout))
    if (!sameFigures(wanted, found)) throw filled === null ? notTheSame(table) : notEmpty(there.kind, filled)
    onTable({ table, ...wanted })
  }
}

/** The one row that a schema is made with, as it is while nothing follows it. */
const MADE_WITH: Readonly<Record<string, string>> = { audit_head: 'n = 0 and unchained = 0' }

/** The first table in which somebody has written; null: there is nothing but a schema. */
async function firstFilled({ tx }: Side, layouts: readonly Layout[]): Promise<string | null> {
  for (const { table } of layouts) {
    const own = sql.raw(MADE_WITH[table] ?? 'false')
    const { rows } = await sql`select 1 from ${sql.table(table)} where not (${own}) limit 1`.execute(tx)
    if (rows.length > 0) return table
  }
  return null
}

async function fill(layout: Layout, here: Side, there: Side): Promise<void> {
  const table = sql.table(layout.table)
  if (Object.hasOwn(MADE_WITH, layout.table)) await sql`delete from ${table}`.execute(there.tx)
  await copyTable(layout, here, there)
  // The books are asked next: without this PostgreSQL takes the table for an empty one.
  if (there.kind === 'postgres') await sql`analyze ${table}`.execute(there.tx)
}

/** What an operator does about it. */
const MAKE_ROOM: Readonly<Record<Side['kind'], { zh: string; en: string }>> = {
  postgres: { zh: '请让 DATABASE_URL 指定一个空的数据库', en: 'let DATABASE_URL name one that is' },
  sqlite: { zh: '请先把数据文件夹中的 yumen.db 移到别处', en: 'put yumen.db of the data folder elsewhere first' },
}

function notEmpty(kind: Side['kind'], table: string): Error {
  const { zh, en } = MAKE_ROOM[kind]
  return new Error(
    `目标数据库不是空的（表 ${table} 中有别的数据），未作任何改动：${zh}。
  The database that is to be moved to is not empty (there is something else in its table ${table}), and nothing was changed: ${en}.`,
  )
}

function notTheSame(table: string): Error {
  return new Error(
    `表 ${table} 复制后与原来的不一致，已全部撤销。\n  The table ${table} was not the same after it was copied, and all of it was taken back.`,
  )
}
