import { join } from 'node:path'
import { formatUsd } from '../core/money.ts'
import type { Clock } from '../core/time.ts'
import { requireUndamaged } from '../store/backup.ts'
import { requirePresent } from '../store/migrate.ts'
import type { CostOf } from '../store/repricing.ts'
import { openStore } from '../store/store.ts'
import type { Verification } from '../store/verify.ts'
import { openVault } from '../vault/vault.ts'
import { DATABASE, type Place, requireData } from './place.ts'

/**
 * Checks the file, the books and the audit log of a data folder, or the latter two of its PostgreSQL, and works every cost out
 * again; the gateway may go on working. Throws a sentence for the operator where the file is damaged.
 */
export async function verifyPlace(place: Place, clock: Clock, costOf: CostOf): Promise<Verification> {
  await requireData(place)
  const { envelope } = await openVault(place)
  const { databaseUrl: url, dataDir } = place
  // Sums may add up over pages that nothing can be read from.
  if (url === undefined) requireUndamaged(join(dataDir, DATABASE))
  // An older program may be at work on it.
  await using store = await openStore({ url, dataDir, envelope, clock, prepare: requirePresent })
  return { books: await store.upkeep.books({ costOf, since: 0 }), audit: await store.audit.verify() }
}

/** The first thing that is wrong, in one line; null when nothing is. */
export function problemOf({ books, audit }: Verification): string | null {
  const { broken } = books
  if (broken) {
    const told = (figure: bigint) => (broken.invariant === 'I4' ? `${figure} requests` : `${formatUsd(figure)} USD`)
    const [found, expected] = [told(broken.found), told(broken.expected)]
    return `${broken.invariant} ${broken.subject}: ${found} stands where ${expected} is right（记为 ${found}，应为 ${expected}）`
  }
  const { breach } = audit
  return breach && `audit row ${breach.id ?? breach.n ?? '?'}: ${breach.why}`
}
