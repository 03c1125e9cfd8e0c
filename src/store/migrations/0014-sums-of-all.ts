import { type Kysely, sql } from 'kysely'
import { DAY_MS, dayOf } from '../../core/time.ts'
import type { Tables } from '../schema.ts'
import { table } from '../table.ts'
import { HISTOGRAMS, KEY, SUMS, sumUpInto } from './sum-up.ts'

/** Whose a sum of all is, which is nobody's in particular. */
const NOBODY = { user_id: '', key_id: '', protocol: '' } as const
/** Of hours, of which there are many, which way requests went is not told either. */
const NO_WAY = { client: '', endpoint_id: '', credential_id: '' }

const { bucket, model, provider_id, status, http_status, client, endpoint_id, credential_id, ...whose } = KEY
/** What all have in common stands last. */
const IN_ORDER = { bucket, model, provider_id, status, http_status, client, endpoint_id, credential_id, ...whose }

/**
 * Sums of an hour and of a day of all people together, so that what is asked about everybody takes as long with many people as with
 * few; and an index of failures that tells what they are without a look at their rows.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const name of ['rollup_hour_all', 'rollup_day_all'] as const)
    await table(db, name, Object.keys(IN_ORDER), { ...IN_ORDER, ...SUMS, ...HISTOGRAMS }).execute()
  await sumUp(db)
  await db.schema.dropIndex('request_failures').execute()
  await sql`create index request_failures
    on request (at, http_status, error_class, ended_as, model, model_asked, id)
    where status in ('failed', 'refused')`.execute(db)
}

/** Makes the sums of all out of those of each person. */
export async function sumUp(db: Kysely<Tables>): Promise<void> {
  const stretch = (at: number) => ({ from: dayOf(at), to: dayOf(at) + DAY_MS })
  await sumUpInto(db, { from: 'rollup_hour', into: 'rollup_hour_all', stretch, same: () => ({ ...NOBODY, ...NO_WAY }) })
  await sumUpInto(db, { from: 'rollup_day', into: 'rollup_day_all', stretch, same: () => NOBODY })
}
