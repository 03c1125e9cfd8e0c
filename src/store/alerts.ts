import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { AlertFacts, AlertRule, Condition } from '../core/alerts.ts'
import { newId } from '../core/ids.ts'
import type { Nanos } from '../core/money.ts'
import type { Clock } from '../core/time.ts'
import { type LowVendorBalance, lowVendorBalances } from './balances.ts'
import { cutPage } from './cut-page.ts'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'
import type { AlertRow } from './schema-operations.ts'
import { outcomeOf } from './usage-filter.ts'

/** One channel that was told of an alert, or of its end, and how often that was tried; the rest is of the last time. */
type AlertDelivery = Told & { tries: number }

type Told = {
  channel: string
  at: number
  state: 'fired' | 'resolved'
  ok: boolean
  problem: string | null
}

/** Something that was wrong; `resolvedAt` null: it still is. Times are epoch milliseconds. */
export type Alert = {
  id: string
  rule: AlertRule
  subject: string
  facts: AlertFacts
  firedAt: number
  resolvedAt: number | null
  notifiedAt: number | null
  deliveries: AlertDelivery[]
}

type AlertQuery = {
  rules?: readonly AlertRule[] | undefined
  open?: boolean | undefined
  limit: number
  cursor?: string | undefined
}

/** What operators are told of, and what of the database shows that something goes wrong. */
export type Alerts = {
  /** Newest first; `cursor` is the `next` of the page before. */
  list(query: AlertQuery): Promise<{ items: Alert[]; next: string | null }>
  open(): Promise<Alert[]>
  /** Those that began, were told and then ended, the latter since; newest first. */
  endedSince(since: number): Promise<Alert[]>
  /** Opens an alert, or writes one down that is over already, as `begun` or now; null when one of its rule and subject is open. */
  fire(condition: Condition, over: boolean, begun?: { id: string; at: number }): Promise<Alert | null>
  resolve(id: string, at?: number): Promise<void>
  /** When a rule last told of a subject; null: never, unless by a clock that was ahead. */
  lastNotified(rule: AlertRule, subject: string): Promise<number | null>
  /** Whether a channel took it that an alert began. */
  wasTakenBy(channel: string, id: string): Promise<boolean>
  /** Adds what came of telling channels. */
  delivered(id: string, deliveries: readonly Told[]): Promise<void>
  /** How many requests came since, and how many of them met an error of an upstream or the gateway. */
  errorsSince(since: number): Promise<{ requests: number; failed: number }>
  /** Models with a price that answered for nothing since, where there was something to pay for, and how often. */
  freeSince(since: number): Promise<{ model: string; requests: number }[]>
  /** Active users who pay ahead and have less than so much left: those of open alerts, then the poorest. */
  lowBalances(below: Nanos): Promise<{ userId: string; name: string; balance: Nanos }[]>
  /** Providers at which an account has less left than their operator wants there, each by the account that has least. */
  lowVendorBalances(): Promise<LowVendorBalance[]>
}

const MOST_POOR = 100

/** Keeps the table `alert`; what tells of trouble is read from `request`, `price`, `user` and `account`, requests in reports. */
export function alertsIn(db: Database, clock: Clock): Alerts {
  const alerts = db.kysely.selectFrom('alert').selectAll()
  return {
    list: async ({ rules, open, limit, cursor }) => {
      const found = await alerts
        .$if(rules !== undefined, (it) => it.where('rule', 'in', rules ?? []))
        .$if(open !== undefined, (it) => it.where('resolved_at', open ? 'is' : 'is not', null))
        .$if(cursor !== undefined, (it) => it.where('id', '<', cursor ?? ''))
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const { rows, next } = cutPage(found, limit, ({ id }) => id)
      return { items: rows.map(toAlert), next }
    },
    open: async () => (await alerts.where('resolved_at', 'is', null).orderBy('id').execute()).map(toAlert),
    endedSince: async (since) => {
      const rows = await alerts
        .where('resolved_at', '>=', since)
        .whereRef('resolved_at', '>', 'fired_at')
        .where('deliveries', '<>', '[]')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(toAlert)
    },
    fire: async (condition, over, begun = { id: newId(clock.now()), at: clock.now() }) => {
      const row = newRow(condition, begun, over)
      const added = await db.kysely
        .insertInto('alert')
        .values(row)
        .onConflict((it) => it.doNothing())
        .returning('id')
        .executeTakeFirst()
      return added ? toAlert(row) : null
    },
    resolve: async (id, at = clock.now()) => {
      await db.kysely.updateTable('alert').set({ resolved_at: at }).where('id', '=', id).execute()
    },
    lastNotified: async (rule, subject) => {
      const { last } = await db.kysely
        .selectFrom('alert')
        .select((eb) => eb.fn.max('notified_at').as('last'))
        .where('rule', '=', rule)
        .where('subject', '=', subject)
        .where('notified_at', '<=', clock.now())
        .executeTakeFirstOrThrow()
      return last
    },
    wasTakenBy: async (channel, id) => {
      const row = await alerts.where('id', '=', id).executeTakeFirst()
      const told = row ? toAlert(row).deliveries : []
      return told.some((one) => one.channel === channel && one.state === 'fired' && one.ok)
    },
    delivered: (id, more) => db.transaction((tx) => addDeliveries(tx, id, more)),
    errorsSince: (since) => db.report('errorsSince', since),
    freeSince: (since) => db.report('freeSince', since),
    lowBalances: (below) => lowBalances(db.kysely, below),
    lowVendorBalances: () => lowVendorBalances(db.kysely),
  }
}

async function addDeliveries(tx: Kysely<Tables>, id: string, more: readonly Told[]): Promise<void> {
  // Writing it holds it: of two who tell at once, the second adds to what the first has written.
  const row = await tx
    .updateTable('alert')
    .set((eb) => ({ deliveries: eb.ref('deliveries') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) return
  const all = more.reduce(withLast, toAlert(row).deliveries)
  const told = all.filter(({ state }) => state === 'fired').map(({ at }) => at)
  await tx
    .updateTable('alert')
    .set({ deliveries: JSON.stringify(all), ...(told.length > 0 && { notified_at: Math.max(...told) }) })
    .where('id', '=', id)
    .execute()
}

/** A channel that is dead is tried for as long as an alert lasts: of the tries that failed the last one stays. */
function withLast(all: readonly AlertDelivery[], told: Told): AlertDelivery[] {
  const before = all.findLast(({ channel, state }) => channel === told.channel && state === told.state)
  if (!before || before.ok) return [...all, { ...told, tries: 1 }]
  return [...all.filter((one) => one !== before), { ...told, tries: before.tries + 1 }]
}

/** What uses nothing by its nature: questions for a number of tokens, and what is charged once it has ended. */
const FREE = [
  'anthropic-count-tokens',
  'gemini-generate',
  'openai-files',
  'openai-batches',
  'anthropic-batches',
] as const

/** Counts requests, and those that met an error of an upstream or the gateway. */
export function errorsSince(db: Kysely<Tables>, since: number): ReturnType<Alerts['errorsSince']> {
  return db
    .selectFrom('request')
    .select([
      sql<number>`count(*)`.as('requests'),
      sql<number>`coalesce(sum(case when ${outcomeOf} = '5xx' then 1 else 0 end), 0)`.as('failed'),
    ])
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
}

/** Names models that answered for nothing though they have a price. */
export function freeSince(db: Kysely<Tables>, since: number): ReturnType<Alerts['freeSince']> {
  return modelsForNothing(db, since).execute()
}

/** The same as a question. */
export function modelsForNothing(db: Kysely<Tables>, since: number) {
  // No index has this: by that of models, whose order would do, SQLite goes through all the requests there are.
  const model = sql<string>`coalesce(model, '')`
  return (
    db
      .selectFrom('request')
      .select((eb) => [model.as('model'), eb.fn.countAll<number>().as('requests')])
      .where('at', '>=', since)
      .where('status', '=', 'succeeded')
      .where('cost_nanos', '=', 0n)
      .where('multiplier_micros', '>', 0n)
      // Such a question says that it used nothing; an answer says so by mistake.
      .where((eb) => eb.or([eb('usage_source', '<>', 'none'), eb('protocol_in', 'not in', FREE)]))
      .where('price_version', 'in', (eb) => eb.selectFrom('price').select('version').where('rate_nanos', '>', 0n))
      .groupBy(model)
      .orderBy(model)
  )
}

async function lowBalances(db: Kysely<Tables>, below: Nanos) {
  const rows = await db
    .selectFrom('user')
    .leftJoin('account', 'account.user_id', 'user.id')
    .leftJoin('alert', (join) =>
      join.onRef('alert.subject', '=', 'user.id').on('rule', '=', 'balance_low').on('resolved_at', 'is', null),
    )
    .select([
      'user.id',
      'user.name',
      sql<Nanos>`coalesce(credit_nanos, 0) - coalesce(spent_nanos, 0)`.as('balance_nanos'),
    ])
    .where('billing', '=', 'prepaid')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where(sql`coalesce(credit_nanos, 0) - coalesce(spent_nanos, 0)`, '<', below)
    // Whoever is told of stays so until it is over: poorer ones would have it told as resolved.
    .orderBy((eb) => eb.case().when('alert.id', 'is', null).then(1).else(0).end())
    .orderBy('balance_nanos')
    .limit(MOST_POOR)
    .execute()
  return rows.map((row) => ({ userId: row.id, name: row.name, balance: row.balance_nanos }))
}

function newRow({ rule, subject, facts }: Condition, { id, at }: { id: string; at: number }, over: boolean): AlertRow {
  return {
    id,
    rule,
    subject,
    facts: JSON.stringify(facts),
    fired_at: at,
    resolved_at: over ? at : null,
    notified_at: null,
    deliveries: '[]',
  }
}

const facts = z.record(z.string(), z.union([z.string(), z.number()]))
const deliveries = z.array(
  z.object({
    channel: z.string(),
    at: z.number(),
    state: z.enum(['fired', 'resolved']),
    ok: z.boolean(),
    problem: z.string().nullable(),
    // Rows of before say nothing of it.
    tries: z.number().default(1),
  }),
)

function toAlert(row: AlertRow): Alert {
  return {
    id: row.id,
    rule: row.rule,
    subject: row.subject,
    facts: facts.parse(JSON.parse(row.facts)),
    firedAt: row.fired_at,
    resolvedAt: row.resolved_at,
    notifiedAt: row.notified_at,
    deliveries: deliveries.parse(JSON.parse(row.deliveries)),
  }
}
