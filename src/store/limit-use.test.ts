import { describe, expect, test } from 'vitest'
import { newId } from '../core/ids.ts'
import { DAY_MS, MINUTE_MS } from '../core/time.ts'
import { addUser, anAttempt, aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

/** Where a month begins half an hour after a UTC hour. */
const ZONE = 'Asia/Kolkata'
const MONTH = Date.UTC(2026, 9, 31, 18, 30)

/** A user, a group of theirs and a credential, each with a limit by the month, and what was used about its beginning. */
async function fill(store: TestStore): Promise<void> {
  const group = { id: 'g1', name: 'G', multiplierMicros: 1_000_000n, allowModels: null, note: '', isDefault: false }
  await store.groups.create({ ...group, limits: [] })
  await addUser(store, 'u1')
  await store.db.kysely.updateTable('user').set({ group_id: 'g1' }).execute()
  const limit = { metric: 'cost', window: 'month', max_amount: 1000n, mode: 'normal', action: 'refuse' } as const
  for (const [subject, subject_id] of [
    ['user', 'u1'],
    ['group', 'g1'],
    ['credential', 'c1'],
  ] as const)
    await store.db.kysely
      .insertInto('limit')
      .values({ ...limit, id: subject, subject, subject_id })
      .execute()
  const paid = anAttempt({ credentialId: 'c1', upstreamCostNanos: 7n })
  const at = (time: number, costNanos: bigint) =>
    aRequest({
      id: newId(),
      at: time,
      costNanos,
      userId: 'u1',
      credentialId: 'c1',
      upstreamCostNanos: 7n,
      attempts: [paid],
    })
  await store.requests.insertSettled([
    at(MONTH - 10 * MINUTE_MS, 1n),
    at(MONTH + 10 * MINUTE_MS, 20n),
    at(MONTH + 40 * MINUTE_MS, 300n),
    at(TEST_NOW - DAY_MS, 4000n),
  ])
}

/** What the limits of user, group and credential have counted, once rows of before a time are gone. */
async function used(store: TestStore, before?: number): Promise<Record<string, bigint>> {
  if (before !== undefined) while ((await store.retention.requests(before)) > 0);
  return Object.fromEntries((await store.limits.use(TEST_NOW, ZONE)).map(({ limitId, used }) => [limitId, used]))
}

describe.each(engines)('what limits have used on %s', (_, open) => {
  test('in a window that is over, as it is for a clock that is behind, is told without what came after it', async () => {
    await using store = await open()
    await fill(store)
    const then = (now: number, zone: string) =>
      store.limits.use(now, zone).then((uses) => Object.fromEntries(uses.map(({ limitId, used }) => [limitId, used])))
    expect(await then(MONTH - DAY_MS, 'UTC'), 'October').toEqual({ user: 321n, group: 321n, credential: 21n })
    expect(await then(MONTH - DAY_MS, 'Asia/Shanghai'), 'two hours and a half less').toEqual({
      user: 0n,
      group: 0n,
      credential: 0n,
    })
  })

  test('in a window that begins within an hour is told by rows, and by all of that hour once some are gone', async () => {
    await using store = await open()
    await fill(store)
    expect(await used(store)).toEqual({ user: 4320n, group: 4320n, credential: 21n })
    expect(await used(store, MONTH), 'of that hour what came before is gone').toEqual({
      user: 4321n,
      group: 4321n,
      credential: 28n,
    })
    expect(await used(store, TEST_NOW - 2 * DAY_MS)).toEqual({ user: 4321n, group: 4321n, credential: 28n })
    expect(await used(store, TEST_NOW), 'no row is left').toEqual({ user: 4321n, group: 4321n, credential: 28n })
  })
})
