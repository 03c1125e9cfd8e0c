import { type Kysely, sql, type SqlBool } from 'kysely'
import { rollupsFor } from './cells.ts'
import { DIMENSION_COLUMNS, valueNames } from './dimensions.ts'
import type { Tables } from './schema.ts'
import type { FiguresRow } from './tally.ts'
import type { Span } from './zone.ts'

/** Whose sums are told apart. */
export type SubjectKind = 'provider' | 'user' | 'key' | 'model'
type Subject = Partial<Record<SubjectKind, { id: string; name: string }>>

/** What is summed. */
export type SpanSums = Pick<
  FiguresRow,
  'requests' | 'failed' | 'switched' | 'input' | 'cache_read' | 'cache_write' | 'cost_nanos' | 'upstream_cost_nanos'
>

/** The sums of a subject for each span in order; null where it had no request. */
export type SubjectSpans = { subject: Subject; sums: (SpanSums | null)[] }

/** Reads what each subject used in each of several spans, whose are the hours that begin in them; without kinds everybody together is the one subject. */
export async function usageOfSpans(
  db: Kysely<Tables>,
  { spans, by }: { spans: readonly Span[]; by: readonly SubjectKind[] },
): Promise<SubjectSpans[]> {
  const found = new Map<string, { ids: string[]; sums: (SpanSums | null)[] }>()
  for (const { span, ids, ...sums } of await read(db, spans, by)) {
    const name = JSON.stringify(ids)
    const own = found.get(name) ?? { ids, sums: spans.map(() => null) }
    own.sums[span] = sums
    found.set(name, own)
  }
  const subjects = [...found.values()]
  const named = await Promise.all(
    by.map((kind, at) =>
      valueNames(
        db,
        kind,
        subjects.map(({ ids }) => ids[at] ?? ''),
      ),
    ),
  )
  return subjects.map(({ ids, sums }) => ({
    subject: Object.fromEntries(
      by.map((kind, at) => [kind, { id: ids[at] ?? '', name: named[at]?.(ids[at] ?? '') ?? '' }]),
    ),
    sums,
  }))
}

async function read(db: Kysely<Tables>, spans: readonly Span[], by: readonly SubjectKind[]) {
  const within = spans.map(({ from, to }) => sql<SqlBool>`(bucket >= ${from} and bucket < ${to})`)
  const cases = within.map((one, at) => sql`when ${one} then ${sql.lit(at)}`)
  const rows = await db
    .selectFrom(rollupsFor({}, by).hours)
    .select(by.map((kind) => DIMENSION_COLUMNS[kind].as(kind)))
    .select([
      sql<number>`case ${sql.join(cases, sql` `)} end`.as('span'),
      sql<number>`sum(requests)`.as('requests'),
      sql<number>`sum(case when status in ('failed', 'refused') then requests else 0 end)`.as('failed'),
      sql<number>`sum(switched)`.as('switched'),
      sql<number>`sum(input)`.as('input'),
      sql<number>`sum(cache_read)`.as('cache_read'),
      sql<number>`sum(cache_write)`.as('cache_write'),
      sql<bigint>`sum(cost_nanos)`.as('cost_nanos'),
      sql<bigint>`sum(upstream_cost_nanos)`.as('upstream_cost_nanos'),
    ])
    .where(sql<SqlBool>`(${sql.join(within, sql` or `)})`)
    .groupBy([...by, 'span'])
    .execute()
  return rows.map(({ provider, user, key, model, ...rest }) => {
    const values = { provider, user, key, model }
    return { ...rest, ids: by.map((kind) => values[kind]) }
  })
}
