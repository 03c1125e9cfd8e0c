import { type Kysely, sql } from 'kysely'
import { FIRST_DAY_KEPT } from './kept-since.ts'
import type { Tables } from './schema.ts'
import type { Span } from './zone.ts'

/** Users of a period. `retained` counts those of the new ones who were active in each period after, in order. */
export type Cohort = Span & { active: number; new: number; returning: number; churned: number; retained: number[] }

/** Reads who came, stayed and left in each of several periods that follow each other; of the first it is only read who was there. */
export async function cohorts(db: Kysely<Tables>, spans: readonly Span[]): Promise<Cohort[]> {
  const groups = await read(db, spans)
  const people = (wanted: (group: Group) => boolean) =>
    groups.reduce((sum, group) => sum + (wanted(group) ? group.people : 0), 0)
  const found = spans.map((span, at): Cohort => {
    const active = people((one) => one.span === at)
    const fresh = people((one) => one.span === at && one.first === at)
    const stayed = people((one) => one.span === at && one.stayed === 1)
    return {
      ...span,
      active,
      new: fresh,
      returning: active - fresh - stayed,
      churned: people((one) => one.span === at - 1) - stayed,
      retained: spans.slice(at + 1).map((_, after) => people((one) => one.first === at && one.span === at + 1 + after)),
    }
  })
  return found.slice(1)
}

/** How many people were active in a span who first came in another, null when before all, and were there in the one before or not. */
type Group = { span: number; first: number | null; stayed: number; people: number }

/**
 * Looks each person up in each span by the index of the sums by person, so that the time it takes grows with people and spans and
 * not with what they did. Days whose hours are not kept any more count as their first hour, as in `cells`.
 */
async function read(db: Kysely<Tables>, spans: readonly Span[]): Promise<Group[]> {
  const bounds = sql.join(spans.map(({ from, to }, at) => sql`(${sql.lit(at)}, ${sql.lit(from)}, ${sql.lit(to)})`))
  const within = sql`bucket >= span.begins and bucket < span.ends`
  const { rows } = await sql<Group>`
    with recursive person(id) as (
      select min(user_id) from rollup_day
      union all
      select (select min(user_id) from rollup_day where user_id > person.id) from person where person.id is not null
    ), span(n, begins, ends) as (
      values ${bounds}
    ), came(id, at) as materialized (
      select id, coalesce(
        (select min(bucket) from rollup_day where user_id = person.id and bucket < ${FIRST_DAY_KEPT}),
        (select min(bucket) from rollup_hour where user_id = person.id)
      ) from person where id is not null
    ), active(id, n, first) as (
      select came.id, span.n, (select max(n) from span as one where one.begins <= came.at)
      from came cross join span
      where came.at < span.ends and (
        exists (select 1 from rollup_hour where user_id = came.id and ${within} and bucket >= ${FIRST_DAY_KEPT})
        or exists (select 1 from rollup_day where user_id = came.id and ${within} and bucket < ${FIRST_DAY_KEPT})
      )
    ), seen as (
      select n, first, lag(n) over (partition by id order by n) as before from active
    )
    select n as span, first, case when before = n - 1 then 1 else 0 end as stayed, count(*) as people
    from seen group by 1, 2, 3`.execute(db)
  return rows
}
