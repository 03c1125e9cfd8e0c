import { join } from 'node:path'
import type { Clock } from '../core/time.ts'
import { openDatabase } from '../store/database.ts'
import { holdDatabase } from '../store/hold-database.ts'
import { holdFolder, LOCK } from '../store/hold-folder.ts'
import { type MovedTable, moveRows } from '../store/move.ts'
import type { Verification } from '../store/verify.ts'
import { keepServed, openVault, type Served, servedWith, type Vault } from '../vault/vault.ts'
import { requireOwnVault } from './own-vault.ts'
import {
  DATABASE,
  exists,
  leaveToOwner,
  type Place,
  Refusal,
  removeDatabase,
  requireData,
  unwritable,
  VAULT,
} from './place.ts'
import { problemOf } from './verify.ts'

/** Where it all goes, and who is told of each table that is there. */
type Move = { to: Served; clock: Clock; onTable: (moved: MovedTable) => void }

/**
 * Copies everything from the database of a data folder into one of the other engine, all of it or nothing, and leaves the former as it
 * is; from now on a start without the new one is refused. Refused while a gateway has either, and where the other holds anything else.
 */
export async function moveDatabase(place: Place, move: Move): Promise<Verification> {
  const { dataDir, databaseUrl: url } = place
  if (url === undefined) throw new Refusal(NOT_NAMED)
  await requireSource(place, move.to)
  using _folder = await holdFolder({ dataDir, withinMs: 0 })
  await leaveToOwner(dataDir, [LOCK])
  await using _database = await holdDatabase({ url, withinMs: 0 })
  const path = join(dataDir, DATABASE)
  const isNew = !(await exists(path))
  const found = await copied({ ...place, databaseUrl: url }, move, await openVault(place)).catch(async (error) => {
    if (isNew) await removeDatabase(path)
    throw error
  })
  await leaveToOwner(dataDir, [DATABASE])
  await keepServed(dataDir, move.to).catch((error: unknown) => {
    throw unwritable(join(dataDir, VAULT), error)
  })
  await leaveToOwner(dataDir, [VAULT])
  return found
}

/** Refuses where the former database is not there, or is the former one no longer. */
async function requireSource(place: Place, to: Served): Promise<void> {
  if ((await servedWith(place.dataDir)) === to) throw new Refusal(alreadyThere(place.dataDir, to))
  await requireData(to === 'sqlite' ? place : { ...place, databaseUrl: undefined })
}

async function copied(
  place: Place & { databaseUrl: string },
  { to, clock, onTable }: Move,
  vault: Vault,
): Promise<Verification> {
  const { dataDir, databaseUrl: url } = place
  const prepare = () => Promise.resolve()
  await using file = await openDatabase({ dataDir, prepare })
  await using server = await openDatabase({ url, dataDir, prepare })
  return await moveRows({
    ...(to === 'postgres' ? { from: file, to: server } : { from: server, to: file }),
    clock,
    mac: vault.envelope.mac,
    onTable,
    // The former one stays as it is, also where it names no vault yet.
    acceptSource: ({ get }) => requireOwnVault({ get, put: () => Promise.resolve() }, place, vault),
    acceptTarget: (found) => {
      const problem = problemOf(found)
      if (problem) throw new Refusal(notRight(problem))
    },
  })
}

const NOT_NAMED = `请用 DATABASE_URL 指定 PostgreSQL 数据库：move postgres 把 yumen.db 的数据迁入它，move sqlite 把它的数据迁回 yumen.db。
  Name the database of PostgreSQL with DATABASE_URL: move postgres brings what yumen.db holds into it, move sqlite brings it back.`

function alreadyThere(dataDir: string, to: Served): string {
  const name = NAMES[to]
  return `${dataDir} 的网关已经在使用 ${name}，没有什么要迁移的；另一边是以前的数据。
  The gateway of ${dataDir} is on ${name} already, and there is nothing to move: what the other side holds is from before.`
}

/** The two kinds of database as operators call them. */
const NAMES: Readonly<Record<Served, string>> = { sqlite: `SQLite (${DATABASE})`, postgres: 'PostgreSQL' }

function notRight(problem: string): string {
  return `数据已复制，但账目或审计日志有误，已全部撤销：${problem}。请先用 verify 核对原来的数据库。
  The data was copied, but it does not add up, and all of it was taken back: ${problem}. Look at the former database with verify first.`
}
