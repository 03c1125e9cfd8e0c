import { type Kysely, sql } from 'kysely'
import { readStrings } from '../json.ts'
import type { Tables } from '../schema.ts'

/** A vendor's own endpoints: their dialect, how their addresses begin, and what one offers that nobody has narrowed, by the alphabet. */
type Own = { dialect: string; baseUrl: string; before: readonly string[] }

/** Has endpoints of a vendor's own offer one thing more, but for those that offer other things than all there was before. */
export async function widen(db: Kysely<Tables>, { dialect, baseUrl, before }: Own, more: string): Promise<void> {
  const { rows } = await sql<{ id: string; capabilities: string }>`
    select id, capabilities from endpoint where dialect = ${dialect} and base_url like ${`${baseUrl}%`}`.execute(db)
  for (const { id, capabilities } of rows) {
    const offered = readStrings(capabilities) ?? []
    if (offered.toSorted().join() !== before.join()) continue
    const widened = JSON.stringify([...offered, more])
    await sql`update endpoint set capabilities = ${widened} where id = ${id}`.execute(db)
  }
}
