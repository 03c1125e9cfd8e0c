import { describe, expect, test } from 'vitest'
import { windowAt } from '../core/limit-window.ts'
import { LIMIT_WINDOWS } from '../core/limits.ts'
import type { RequestRecord } from '../core/records.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts'
import { addKey, addUser, aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

type Move = { userId: string; at: number; to: string | null }

/** Two groups with a limit on each window; u1 and u2 begin in the first, u3 in none. */
async function addGroups(store: TestStore): Promise<void> {
  for (const id of ['g1', 'g2']) {
    const group = { id, name: id, multiplierMicros: 1_000_000n, allowModels: null, note: '', isDefault: false }
    const limits = LIMIT_WINDOWS.map((window) => ({
      metric: 'cost' as const,
      window,
      max: 2n ** 60n,
      mode: 'normal' as const,
      action: 'warn' as const,
    }))
    await store.groups.create({ ...group, limits })
  }
  for (const id of ['u1', 'u2', 'u3']) await addUser(store, id)
  await addKey(store)
}

async function move(store: TestStore, { userId, at, to }: Move): Promise<void> {
  store.clock.set(at)
  expect(await store.userAdmin.change(userId, { groupId: to })).toMatchObject({ ok: true })
}

/** The group that a user was in when a request came. */
function groupAt(moves: readonly Move[], { userId, at }: RequestRecord): string | null {
  return moves.filter((one) => one.userId === userId && one.at <= at).at(-1)?.to ?? null
}

const LONG_AGO = TEST_NOW - 60 * DAY_MS

const MOVES: readonly Move[] = [
  { userId: 'u1', at: LONG_AGO, to: 'g1' },
  { userId: 'u2', at: LONG_AGO, to: 'g1' },
  { userId: 'u2', at: TEST_NOW - 35 * DAY_MS - 17 * MINUTE_MS, to: 'g2' },
  { userId: 'u2', at: TEST_NOW - 35 * DAY_MS - 3 * MINUTE_MS, to: 'g1' },
  { userId: 'u1', at: TEST_NOW - 2 * DAY_MS - 7 * MINUTE_MS, to: null },
  { userId: 'u1', at: TEST_NOW - 10 * HOUR_MS, to: 'g2' },
  { userId: 'u3', at: TEST_NOW - 4 * HOUR_MS + 1, to: 'g2' },
  { userId: 'u2', at: TEST_NOW - 31 * MINUTE_MS, to: 'g2' },
  { userId: 'u1', at: TEST_NOW - 30_000, to: 'g1' },
]

/** Requests of each user around each move, and every so often besides; each costs what no sum of others does by chance. */
function requests(): RequestRecord[] {
  const around = [-HOUR_MS, -MINUTE_MS, -1, 0, 1, MINUTE_MS, 5 * HOUR_MS]
  const times = [
    ...MOVES.flatMap(({ at }) => around.map((off) => at + off)),
    ...Array.from({ length: 40 }, (_, n) => TEST_NOW - n * 19 * HOUR_MS - n * 7919),
  ]
  return [...new Set(times)]
    .filter((at) => at <= TEST_NOW)
    .flatMap((at, n) =>
      ['u1', 'u2', 'u3'].map((userId, m) => aRequest({ at, userId, costNanos: BigInt(3 * n + m) ** 3n + 1n })),
    )
}

describe.each(engines)('what a group has used, on %s', (_, open) => {
  test('is what its members used while they were in it, to the request', async () => {
    await using store = await open()
    await addGroups(store)
    for (const one of MOVES) await move(store, one)
    const records = requests()
    await store.requests.insertSettled(records)
    const { limits } = (await store.readDirectory()).data
    for (const [zone, now] of [
      ['UTC', TEST_NOW],
      ['Asia/Shanghai', TEST_NOW],
      // Here windows begin within an hour, some of them in one in which somebody moved.
      ['Asia/Kolkata', TEST_NOW - MINUTE_MS],
    ] as const) {
      const uses = new Map((await store.limits.use(now, zone)).map((use) => [use.limitId, use.used]))
      for (const { id, window, subjectId } of limits) {
        const { start, end } = windowAt(window, now, zone)
        const within = records.filter(({ at }) => at >= start && at < (end ?? Infinity))
        const own = within.filter((record) => groupAt(MOVES, record) === subjectId)
        const used = own.reduce((sum, { costNanos }) => sum + costNanos, 0n)
        expect(uses.get(id), `${subjectId} ${window} ${zone}`).toBe(used)
      }
    }
  })

  test('stays with it when a member is deleted, and when one is put where they are', async () => {
    await using store = await open()
    await addGroups(store)
    for (const userId of ['u1', 'u2']) await move(store, { userId, at: LONG_AGO, to: 'g1' })
    await store.requests.insertSettled([
      aRequest({ userId: 'u1', costNanos: 5n }),
      aRequest({ userId: 'u2', costNanos: 7n }),
    ])
    store.clock.set(TEST_NOW + MINUTE_MS)
    await store.userAdmin.remove('u1')
    await move(store, { userId: 'u2', at: TEST_NOW + MINUTE_MS, to: 'g1' })
    expect(await store.db.kysely.selectFrom('group_move').selectAll().execute()).toHaveLength(3)
    const uses = await store.limits.state({ subject: 'group', subjectId: 'g1' }, 'UTC')
    expect(uses.find(({ limit }) => limit.window === 'day')?.used).toBe(12n)
  })

  /** Somebody who moved, with requests before and after, and what a group has used in all. */
  async function withMove(store: TestStore): Promise<(subjectId: string) => Promise<bigint | undefined>> {
    await addGroups(store)
    const moved = TEST_NOW - 10 * DAY_MS + 10 * MINUTE_MS
    await move(store, { userId: 'u1', at: LONG_AGO, to: 'g1' })
    await move(store, { userId: 'u1', at: moved, to: 'g2' })
    await store.requests.insertSettled(
      [moved - HOUR_MS, moved + 1, moved + HOUR_MS, TEST_NOW].map((at) =>
        aRequest({ at, userId: 'u1', costNanos: 1n }),
      ),
    )
    return async (subjectId) => {
      const states = await store.limits.state({ subject: 'group', subjectId }, 'UTC')
      return states.find(({ limit }) => limit.window === 'total')?.used
    }
  }

  test('counts by the sums of hours and of days where rows and hours are kept no more', async () => {
    await using store = await open()
    const used = await withMove(store)
    expect([await used('g1'), await used('g2')]).toEqual([1n, 3n])
    while ((await store.retention.requests(TEST_NOW - DAY_MS)) > 0);
    // The hour in which they moved is of the group before, and then the day.
    expect([await used('g1'), await used('g2')]).toEqual([2n, 2n])
    while ((await store.retention.hours(TEST_NOW - DAY_MS)) > 0);
    expect([await used('g1'), await used('g2')]).toEqual([3n, 1n])
  })

  test('counts nothing twice where rows are kept for longer than hours', async () => {
    await using store = await open()
    const used = await withMove(store)
    while ((await store.retention.hours(TEST_NOW - DAY_MS)) > 0);
    expect([await used('g1'), await used('g2')]).toEqual([3n, 1n])
  })
})
