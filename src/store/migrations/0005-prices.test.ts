import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { columnRule } from '../columns.ts'
import { migrate, MIGRATIONS } from '../migrate.ts'
import { readModelPrices } from '../price-versions.ts'
import type { Tables } from '../schema.ts'
import { sqliteEngine } from '../sqlite.ts'

test('prices of a database of the first schema stay what they were, and a price that was taken away stays away', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yumen-migrate-'))
  const engine = sqliteEngine(join(folder, 'yumen.db'))
  const db = new Kysely<Tables>({ dialect: engine.dialect, plugins: [columnRule] })
  try {
    await migrate(db, engine, { migrations: MIGRATIONS.slice(0, 1) })
    for (const [model, version] of [
      ['kept', 'v2'],
      ['freed', null],
      ['never', null],
    ]) {
      await sql`insert into model (id, display_name, vendor, kind, abilities, enabled, price_version, created_at)
        values (${model}, ${model}, '', 'chat', '[]', 1, ${version}, 1)`.execute(db)
    }
    for (const [id, model, from] of [
      ['v1', 'kept', 10],
      ['v2', 'kept', 20],
      ['v3', 'freed', 30],
    ]) {
      await sql`insert into price_version (id, model_id, effective_from) values (${id}, ${model}, ${from})`.execute(db)
      await sql`insert into price (version, component, above_tokens, rate_nanos) values (${id}, 'input', 0, ${from})`.execute(
        db,
      )
    }
    await migrate(db, engine)
    const prices = await readModelPrices(db, null, 100)
    expect(prices.of('kept')).toEqual({ price: { version: 'v2', rates: { input: 20n }, tiers: [] }, laterPrices: [] })
    for (const model of ['freed', 'never']) expect(prices.of(model)).toEqual({ price: null, laterPrices: [] })
    expect((await readModelPrices(db, 'freed', 30)).of('freed').price?.version).toBe('v3')
  } finally {
    await db.destroy()
    await rm(folder, { recursive: true })
  }
})
