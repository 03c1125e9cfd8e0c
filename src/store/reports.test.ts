import { expect, test } from 'vitest'
import { createEnvelope } from '../vault/envelope.ts'
import { storeIn } from './store.ts'
import { openSqlite, TEST_NOW } from './test-store.ts'

test('what is counted from many rows is answered while a write is under way', async () => {
  await using db = await openSqlite()
  const clock = { now: () => TEST_NOW, monotonicMs: () => 0 }
  const { alerts, audit, keyAdmin, userAdmin } = storeIn(db, createEnvelope(Buffer.alloc(32, 7), 'test'), clock)
  // Whatever asked the connection that writes would wait for this to end, and this waits for them.
  const answers = await db.transaction(() =>
    Promise.all([
      alerts.errorsSince(0),
      alerts.freeSince(0),
      keyAdmin.get('none', 'UTC'),
      keyAdmin.figures('UTC'),
      userAdmin.figures('UTC'),
      audit.list({ q: 'nowhere', limit: 1 }),
    ]),
  )
  expect(answers).toMatchObject([
    { requests: 0, failed: 0 },
    [],
    undefined,
    { active: 0 },
    { active: 0 },
    { items: [] },
  ])
})
