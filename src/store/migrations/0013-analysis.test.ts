import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { columnRule } from '../columns.ts'
import { migrate, MIGRATIONS } from '../migrate.ts'
import type { Tables } from '../schema.ts'
import { sqliteEngine } from '../sqlite.ts'

test('sums of a database of the first schema keep what they say, and know nothing of endpoints', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yumen-migrate-'))
  const engine = sqliteEngine(join(folder, 'yumen.db'))
  const db = new Kysely<Tables>({ dialect: engine.dialect, plugins: [columnRule] })
  try {
    await migrate(db, engine, { migrations: MIGRATIONS.slice(0, 1) })
    await sql`insert into rollup_hour (bucket, user_id, key_id, model, provider_id, client, protocol, status, http_status,
        requests, input, cache_read, cache_write, output, reasoning, cost_nanos, upstream_cost_nanos, first_token_hist, total_hist)
      values (0, 'u1', 'k1', 'm1', 'p1', 'curl', 'openai-chat', 'succeeded', 200, 3, 1, 2, 3, 4, 5, 60, 50, '7:3', '9:3')`.execute(
      db,
    )
    await migrate(db, engine)
    expect(await db.selectFrom('rollup_hour').selectAll().execute()).toEqual([
      expect.objectContaining({
        user_id: 'u1',
        http_status: 200,
        requests: 3,
        cache_write: 3,
        media: 0,
        cost_nanos: 60n,
        upstream_cost_nanos: 50n,
        total_hist: '9:3',
        endpoint_id: '',
        credential_id: '',
        attempts: 0,
        switched: 0,
      }),
    ])
  } finally {
    await db.destroy()
    await rm(folder, { recursive: true })
  }
})
