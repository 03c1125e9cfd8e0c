import { type Kysely, sql } from 'kysely'
import { DAY_MS, monthOf } from '../../core/time.ts'
import type { Engine } from '../engine.ts'
import type { Tables } from '../schema.ts'
import { index, table } from '../table.ts'
import { HISTOGRAMS, KEY, SUMS, sumUpInto } from './sum-up.ts'

/** Sums of a month of each person, so that what is told by user or key over months need not be read from every day. */
export async function up(db: Kysely<Tables>, { kind }: Engine): Promise<void> {
  const made = table(db, 'rollup_month', Object.keys(KEY), { ...KEY, ...SUMS, ...HISTOGRAMS })
  await (kind === 'sqlite' ? made.modifyEnd(sql`without rowid`) : made).execute()
  await index(db, 'rollup_month', ['user_id', 'bucket'])
  await sumUp(db)
}

/** Makes the sums of months out of those of days. */
export function sumUp(db: Kysely<Tables>): Promise<void> {
  return sumUpInto(db, {
    from: 'rollup_day',
    into: 'rollup_month',
    stretch: (at) => ({ from: monthOf(at), to: monthOf(monthOf(at) + 31 * DAY_MS) }),
    same: ({ from }) => ({ bucket: from }),
  })
}
