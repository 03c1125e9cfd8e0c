import { CompiledQuery, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { pageAfter } from './repricing.ts'
import { engines } from './test-store.ts'

const INDEXED = {
  sqlite: { explain: 'explain query plan', plan: /INDEX request_by_model_at_id \(model=\? AND at>\? AND at<\?\)/ },
  postgres: { explain: 'explain', plan: /Index Cond: \(\(model = .*\(at >= .*\(at < / },
}

describe.each(engines)('on %s', (_, open) => {
  test('each page of a repricing begins in the index where the one before ended', async () => {
    await using store = await open()
    const { kysely, engine } = store.db
    const { explain, plan } = INDEXED[engine.kind]
    // So few rows as here would be read one by one.
    if (engine.kind === 'postgres') await sql`set enable_seqscan = off`.execute(kysely)
    const page = pageAfter(kysely, { model: 'm', to: 9 }, { at: 5, id: 'r' }).compile()
    const { rows } = await kysely.executeQuery(CompiledQuery.raw(`${explain} ${page.sql}`, [...page.parameters]))
    expect(JSON.stringify(rows)).toMatch(plan)
  })
})
