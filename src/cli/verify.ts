import { formatUsd } from '../core/money.ts'
import type { Clock } from '../core/time.ts'
import { openStore } from '../store/store.ts'
import type { Verification } from '../store/verify.ts'
import { openVault } from '../vault/vault.ts'
import type { Place } from './place.ts'

/** Checks the books and the audit log of a data folder, or of its PostgreSQL; the gateway may go on working. */
export async function verifyPlace(place: Place, clock: Clock): Promise<Verification> {
  const { envelope } = await openVault(place)
  await using store = await openStore({ url: place.databaseUrl, dataDir: place.dataDir, envelope, clock })
  return { books: await store.upkeep.books(), audit: await store.audit.verify() }
}

/** The first thing that is wrong, in one line; null when nothing is. */
export function problemOf({ books, audit }: Verification): string | null {
  const { broken } = books
  if (broken) {
    const [found, expected] = [formatUsd(broken.found), formatUsd(broken.expected)]
    return `${broken.invariant} ${broken.subject}: ${found} USD stands where ${expected} USD is right`
  }
  const { breach } = audit
  return breach && `audit row ${breach.id ?? breach.n ?? '?'}: ${breach.why}`
}
