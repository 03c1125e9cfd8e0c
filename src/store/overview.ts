import { type Kysely, sql, type SqlBool } from 'kysely'
import { MINUTE_MS } from '../core/time.ts'
import type { Database } from './database.ts'
import type { LimitOwner } from './limits.ts'
import { namesOf } from './names.ts'
import type { Tables } from './schema.ts'
import { cells } from './cells.ts'
import { TOKENS_OF_ROW } from './usage-columns.ts'
import type { UsageFilter } from './usage-filter.ts'

/** The requests of one minute; `switched` are those that more than one upstream was asked for. */
type Minute = { at: number; requests: number; tokens: number; switched: number }

/** Somebody or something that has limits, and what it is called. */
export type NamedOwner = LimitOwner & { name: string }

/** What an operator looks at first. */
export type Overview = {
  /** One for every minute from `from` (a whole one) to `to`, those without requests included. */
  minutes(period: Pick<UsageFilter, 'from' | 'to'>): Promise<Minute[]>
  /** How many users made requests in a period, and how many there are that may. */
  users(period: Pick<UsageFilter, 'from' | 'to'>): Promise<{ active: number; all: number }>
  /** Everybody and everything that has limits. */
  limited(): Promise<NamedOwner[]>
}

/** Reads `request`, its sums, `user` and `limit`; what goes through many rows is a report. */
export function overviewIn(db: Database): Overview {
  return {
    minutes: (period) => db.report('minutes', period),
    users: (period) => db.report('activeUsers', period),
    limited: () => limited(db.kysely),
  }
}

/** Reads the requests of each minute. */
export async function minutes(db: Kysely<Tables>, { from, to }: Pick<UsageFilter, 'from' | 'to'>): Promise<Minute[]> {
  const rows = await db
    .selectFrom('request')
    .select([
      // Both engines divide whole numbers to whole numbers, once they are told that these are some.
      sql<number>`(at - cast(${from} as bigint)) / cast(${MINUTE_MS} as bigint)`.as('step'),
      sql<number>`count(*)`.as('requests'),
      sql<number>`sum(${TOKENS_OF_ROW})`.as('tokens'),
      sql<number>`sum(case when attempts_made > 1 then 1 else 0 end)`.as('switched'),
    ])
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy('step')
    .execute()
  const found = new Map(rows.map(({ step, ...sums }) => [step, sums]))
  const nothing = { requests: 0, tokens: 0, switched: 0 }
  return Array.from({ length: Math.ceil((to - from) / MINUTE_MS) }, (_, step) => ({
    at: from + step * MINUTE_MS,
    ...(found.get(step) ?? nothing),
  }))
}

/** Counts who made requests in a period, and who may. */
export async function activeUsers(db: Kysely<Tables>, period: Pick<UsageFilter, 'from' | 'to'>) {
  const { active } = await cells(db, period, { told: ['user'], sums: [] })
    .select(sql<number>`count(distinct user_id)`.as('active'))
    .executeTakeFirstOrThrow()
  const { all } = await db
    .selectFrom('user')
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { active, all }
}

async function limited(db: Kysely<Tables>): Promise<NamedOwner[]> {
  const owners = await db
    .selectFrom('limit')
    .select(['subject', 'subject_id as subjectId'])
    .where('metric', '<>', 'concurrency')
    .where(sql<SqlBool>`not (subject = 'key' and subject_id in (select id from api_key where status = 'revoked'))`)
    .where(
      sql<SqlBool>`not (subject = 'user' and subject_id in (select id from ${sql.table('user')} where deleted_at is not null))`,
    )
    .where(
      sql<SqlBool>`not (subject = 'provider' and subject_id in (select id from provider where status = 'deleted'))`,
    )
    .distinct()
    .orderBy('subject')
    .orderBy('subject_id')
    .execute()
  const named = [...Map.groupBy(owners, ({ subject }) => subject)].map(async ([subject, own]) => {
    const ids = own.map(({ subjectId }) => subjectId)
    const names = await namesOf(db, subject, ids)
    return own.flatMap((owner) => {
      const name = names.get(owner.subjectId)
      return name === undefined ? [] : [{ ...owner, name }]
    })
  })
  return (await Promise.all(named)).flat()
}
