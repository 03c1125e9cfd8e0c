import type { Kysely } from 'kysely'
import type { Nanos } from '../core/money.ts'
import { namesOf } from './names.ts'
import type { Tables } from './schema.ts'
import { cells } from './cells.ts'
import type { UsageFilter } from './usage-filter.ts'
import { bucketStarts, cutAtDays, dateOf } from './zone.ts'

/** What is told apart beside the provider. */
export type ReconcileBy = { day: boolean; model: boolean }

/** Days are those of the IANA zone; times are epoch milliseconds, `to` not included. */
export type ReconcileQuery = Pick<UsageFilter, 'from' | 'to' | 'providers'> & { zone: string; by: ReconcileBy }

/** `day` and `model` are null where they are not told apart; `billed` is null where no bill says anything. */
export type Reconciled = {
  providerId: string
  providerName: string
  day: string | null
  model: string | null
  requests: number
  recordedNanos: Nanos
  billed: { nanos: Nanos; first: string; last: string } | null
}

type Part = Pick<Reconciled, 'providerId' | 'day' | 'model'>
type Row = Omit<Reconciled, 'providerName'>

/** Reads what we reckoned for each provider beside what it billed for the same days. */
export async function reconcile(db: Kysely<Tables>, query: ReconcileQuery): Promise<Reconciled[]> {
  const rows = new Map<string, Row>()
  const at = (part: Part): Row => {
    const name = JSON.stringify([part.providerId, part.day, part.model])
    const row = rows.get(name) ?? { ...part, requests: 0, recordedNanos: 0n, billed: null }
    rows.set(name, row)
    return row
  }
  for (const { part, requests, nanos } of await recorded(db, query)) {
    const row = at(part)
    row.requests += requests
    row.recordedNanos += nanos
  }
  for (const { part, day, nanos } of await billed(db, query)) {
    const row = at(part)
    const { nanos: sum = 0n, first = day, last = day } = row.billed ?? {}
    row.billed = { nanos: sum + nanos, first: first < day ? first : day, last: last > day ? last : day }
  }
  const names = await namesOf(
    db,
    'provider',
    [...rows.values()].map(({ providerId }) => providerId),
  )
  return [...rows.values()]
    .map((row) => ({ ...row, providerName: names.get(row.providerId) ?? row.providerId }))
    .toSorted(inOrder)
}

function inOrder(one: Row, other: Row): number {
  const days = (one.day ?? '').localeCompare(other.day ?? '')
  if (days !== 0 || one.recordedNanos === other.recordedNanos) return days
  return one.recordedNanos > other.recordedNanos ? -1 : 1
}

async function recorded(db: Kysely<Tables>, query: ReconcileQuery) {
  const { by, zone } = query
  const filter = cutAtDays(query, zone)
  const rows = await cells(db, filter, {
    told: by.model ? ['provider', 'model'] : ['provider'],
    sums: ['requests', 'upstream_cost_nanos'],
    starts: by.day ? bucketStarts(filter, 'day', zone) : [],
  })
    .where('provider_id', '<>', '')
    .select((eb) => [
      'provider_id',
      ...(by.model ? (['model'] as const) : []),
      ...(by.day ? (['at'] as const) : []),
      eb.fn.sum<number>('requests').as('requests'),
      eb.fn.sum<bigint>('upstream_cost_nanos').as('upstream_cost_nanos'),
    ])
    .groupBy(['provider_id', ...(by.model ? (['model'] as const) : []), ...(by.day ? (['at'] as const) : [])])
    .execute()
  const dayOf = remembered((start: number) => dateOf(start, zone))
  return rows.map((row) => ({
    part: {
      providerId: row.provider_id,
      day: by.day ? dayOf(row.at ?? 0) : null,
      model: by.model ? (row.model ?? '') : null,
    },
    requests: row.requests,
    nanos: row.upstream_cost_nanos,
  }))
}

/** Lines of days in the period, and of months that lie in it whole. */
async function billed(db: Kysely<Tables>, { from, to, zone, providers, by }: ReconcileQuery) {
  const [first, last] = [dateOf(from, zone), dateOf(to - 1, zone)]
  const rows = await db
    .selectFrom('upstream_bill')
    .selectAll()
    .where('day', '>=', first.slice(0, 7))
    .where('day', '<=', last)
    .$if(providers !== undefined, (it) => it.where('provider_id', 'in', providers ?? []))
    .execute()
  return rows
    .filter(({ day }) => (day.length > 7 ? day >= first : isWhole(day, first, last)))
    .map((row) => ({
      part: { providerId: row.provider_id, day: by.day ? row.day : null, model: by.model ? row.model : null },
      day: row.day,
      nanos: row.amount_nanos,
    }))
}

/** What was billed for a month says nothing about a part of it. */
function isWhole(month: string, first: string, last: string): boolean {
  const end = Temporal.PlainYearMonth.from(month)
  return first <= `${month}-01` && last >= end.toPlainDate({ day: end.daysInMonth }).toString()
}

function remembered<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}
