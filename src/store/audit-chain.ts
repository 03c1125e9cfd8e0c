import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'
import type { AuditRow } from './schema-operations.ts'

/** Makes a text's code with a key that is not in the database; without the key nobody makes the right one. */
export type Mac = (text: string) => string

type Act = Omit<AuditRow, 'n' | 'mac'>

/** The first row that is not as it was written, and what is wrong with it. */
type Breach = { n: number | null; id: string | null; why: 'changed' | 'missing' | 'unchained' | 'cut_off' }

/** What holding the audit log against its codes found; `breach` null: every row is as it was written. */
export type ChainReport = {
  /** Rows that were held against their codes. */
  checked: number
  /** Rows from before there was a chain. */
  unchained: number
  breach: Breach | null
}

/** A row's number and code. */
type Ring = { n: number; mac: string }

/** Where a row stands in the chain. `breach` null: it is as it was written, behind the row before it, and none beside it is gone. */
export type ChainLink = Ring & {
  /** Null: it is the first, or the row before it is gone. */
  previous: Ring | null
  /** Null: it is the newest, or the row after it is gone. */
  next: Ring | null
  breach: 'changed' | 'missing' | null
}

/** What signs the rows of a transaction: whoever writes one needs to know nothing of keys. */
const macs = new WeakMap<Kysely<Tables>, Mac>()

/** The same database, whose transactions chain their audit rows. */
export function chained(db: Database, mac: Mac): Database {
  const transaction: Database['transaction'] = (act) =>
    db.transaction((tx) => {
      macs.set(tx, mac)
      return act(tx)
    })
  return { ...db, transaction }
}

/** Appends a row to the chain; others who want to append wait until the transaction has ended. */
export async function appendAudit(tx: Kysely<Tables>, act: Act): Promise<void> {
  const mac = macs.get(tx)
  if (!mac) throw new Error('An audit row is written in a transaction of the store.')
  const head = await tx
    .updateTable('audit_head')
    .set((eb) => ({ n: eb('n', '+', 1) }))
    .returning(['n', 'mac'])
    .executeTakeFirstOrThrow()
  const row = { ...act, n: head.n, mac: mac(textOf(act, head.n, head.mac)) }
  await tx.insertInto('audit').values(row).execute()
  await tx.updateTable('audit_head').set({ mac: row.mac }).execute()
}

/** Everything a row says and the code of the row before it, in one form for both engines. */
function textOf(act: Act, n: number, previous: string): string {
  const { id, at, actor_id, action, target_kind, target_id, before, after, ip, client, request_id, outcome } = act
  const said = [id, at, actor_id, action, target_kind, target_id, before, after, ip, client, request_id, outcome]
  return JSON.stringify([n, previous, ...said, ...saidOfCall(act)])
}

/** Nothing of a row that says neither, as of those that were chained before rows had a call: their codes stay right. */
function saidOfCall({ session, call }: Act): (string | null)[] {
  return session === null && call === null ? [] : [session, call]
}

type After = { previous: string; mac: Mac }

/** Whether a row is as it was written, behind one with that code. */
const isWhole = (row: AuditRow, n: number, { previous, mac }: After): row is AuditRow & { mac: string } =>
  row.mac === mac(textOf(row, n, previous))

/** Holds one row against its code, as it follows from the row before it; null: it is from before there was a chain. */
export async function linkOf(db: Kysely<Tables>, mac: Mac, row: AuditRow): Promise<ChainLink | null> {
  const { n } = row
  if (n === null) return null
  // Read before the neighbours: what is appended in between is a next row, never one that is gone.
  const head = await db.selectFrom('audit_head').select(['n', 'mac']).executeTakeFirstOrThrow()
  const beside = await db
    .selectFrom('audit')
    .select(['n', 'mac'])
    .where('n', 'in', [n - 1, n + 1])
    .execute()
  const ring = (at: number): Ring | null => {
    const found = beside.find((one) => one.n === at)
    return found ? { n: at, mac: found.mac ?? '' } : null
  }
  const [previous, next] = [ring(n - 1), ring(n + 1)]
  const isMissing = (n > 1 && previous === null) || (next === null && head.n > n)
  const isHeld = next !== null || (head.n === n && head.mac === row.mac)
  const isChanged = !isHeld || !isWhole(row, n, { previous: previous?.mac ?? '', mac })
  return { n, mac: row.mac ?? '', previous, next, breach: isMissing ? 'missing' : isChanged ? 'changed' : null }
}

const PAGE = 500

/** Holds every row that is there when it begins against its code, from the first to the last; throws once the signal fires. */
export async function verifyChain(db: Kysely<Tables>, mac: Mac, signal?: AbortSignal): Promise<ChainReport> {
  const head = await db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()
  const report: ChainReport = { checked: 0, unchained: head.unchained, breach: null }
  const stray = await strayRow(db, head.unchained)
  if (stray) return { ...report, breach: stray }
  let previous = ''
  for (;;) {
    signal?.throwIfAborted()
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('n', '>', report.checked)
      .where('n', '<=', head.n)
      .orderBy('n')
      .limit(PAGE)
      .execute()
    for (const row of rows) {
      const n = report.checked + 1
      if (row.n !== n) return { ...report, breach: { n, id: null, why: 'missing' } }
      if (!isWhole(row, n, { previous, mac })) return { ...report, breach: { n, id: row.id, why: 'changed' } }
      previous = row.mac
      report.checked = n
    }
    if (rows.length < PAGE) break
  }
  if (head.n !== report.checked || head.mac !== previous)
    return { ...report, breach: { n: report.checked + 1, id: null, why: 'cut_off' } }
  return report
}

/** Rows without a code that were not there when the chain began, or of those that were some that are gone. */
async function strayRow(db: Kysely<Tables>, expected: number): Promise<Breach | null> {
  const old = db.selectFrom('audit').where('n', 'is', null)
  const { found } = await old.select((eb) => eb.fn.countAll<number>().as('found')).executeTakeFirstOrThrow()
  if (found === expected) return null
  const last = await old.select('id').orderBy('id', 'desc').executeTakeFirst()
  return found > expected ? { n: null, id: last?.id ?? null, why: 'unchained' } : { n: null, id: null, why: 'missing' }
}
