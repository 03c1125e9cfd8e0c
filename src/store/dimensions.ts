import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Dimension } from '../contract/usage.ts'
import { namesOf, upstreamNames } from './names.ts'
import type { RollupHourRow } from './schema-requests.ts'
import type { Tables } from './schema.ts'
import { outcomeOf } from './usage-filter.ts'

/** What the cells are grouped by. */
export const DIMENSION_COLUMNS: Record<Dimension, RawBuilder<string>> = {
  model: sql.ref<string>('model'),
  key: sql.ref<string>('key_id'),
  provider: sql.ref<string>('provider_id'),
  client: sql.ref<string>('client'),
  status: outcomeOf,
  user: sql.ref<string>('user_id'),
  endpoint: sql.ref<string>('endpoint_id'),
  credential: sql.ref<string>('credential_id'),
}

/** The columns of sums that tell a dimension. */
export const TOLD_BY = {
  model: ['model'],
  key: ['key_id'],
  provider: ['provider_id'],
  client: ['client'],
  status: ['status', 'http_status'],
  user: ['user_id'],
  endpoint: ['endpoint_id'],
  credential: ['credential_id'],
} as const satisfies Record<Dimension, readonly (keyof RollupHourRow)[]>

/** What the values of a dimension are called; those without a name of their own are called by their id. */
export async function valueNames(
  db: Kysely<Tables>,
  by: Dimension,
  ids: readonly string[],
): Promise<(id: string) => string> {
  const names = await namesBy(db, by, ids)
  return (id) => names.get(id) ?? id
}

function namesBy(db: Kysely<Tables>, by: Dimension, ids: readonly string[]): Promise<Map<string, string>> {
  if (by === 'client' || by === 'status') return Promise.resolve(new Map<string, string>())
  return by === 'endpoint' || by === 'credential' ? upstreamNames(db, by, ids) : namesOf(db, by, ids)
}
