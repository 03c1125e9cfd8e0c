import { describe, expect, test } from 'vitest'
import { DAY_MS, dayOf, HOUR_MS } from '../core/time.ts'
import { aFailure, aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'
import { lastPeriods } from './zone.ts'

// TEST_NOW is Friday 2026-11-20, noon UTC.
const WEEK_MS = 7 * DAY_MS
const weeks = (count: number, zone = 'UTC') =>
  lastPeriods(TEST_NOW, { period: 'week', count: count + 1, firstWeekday: 0, zone })
const asked = (userId: string, ...times: readonly number[]) => times.map((at) => aRequest({ userId, at }))
const weeksAgo = (n: number) => TEST_NOW - n * WEEK_MS
const factsOf = (rows: Awaited<ReturnType<TestStore['usage']['cohorts']>>) =>
  rows.map((row) => [row.active, row.new, row.returning, row.churned, row.retained])

describe.each(engines)('cohorts on %s', (_, open) => {
  test('tell who came, stayed, left and came back, and what became of the new ones', async () => {
    await using store = await open()
    await store.requests.insertSettled([
      // There before the first week that is told, which two of them leave.
      ...asked('old', weeksAgo(9), weeksAgo(3)),
      ...asked('gone', weeksAgo(4)),
      ...asked('back', weeksAgo(8), weeksAgo(4), weeksAgo(0)),
      ...asked('loyal', weeksAgo(3), weeksAgo(3) + HOUR_MS, weeksAgo(2), weeksAgo(1), weeksAgo(0)),
      ...asked('twice', weeksAgo(2), weeksAgo(0)),
      aFailure(500, 'server_error', { userId: 'once', at: weeksAgo(2) }),
    ])
    expect(factsOf(await store.usage.cohorts(weeks(4)))).toEqual([
      [2, 1, 1, 2, [1, 1, 1]],
      [3, 2, 0, 1, [0, 1]],
      [1, 0, 0, 2, [0]],
      [3, 0, 2, 0, []],
    ])
  })

  test('are all zeros where nobody has ever asked', async () => {
    await using store = await open()
    expect(factsOf(await store.usage.cohorts(weeks(2)))).toEqual([
      [0, 0, 0, 0, [0]],
      [0, 0, 0, 0, []],
    ])
  })

  test('cut weeks at midnight of the zone, with a week that a clock change lengthens among them', async () => {
    await using store = await open()
    // Clocks in New York go back on Sunday 2026-11-01, so that this week ends at 05:00 UTC and began at 04:00.
    const [monday, next] = [Date.UTC(2026, 9, 26, 4), Date.UTC(2026, 10, 2, 5)]
    await store.requests.insertSettled([
      ...asked('before', monday - HOUR_MS, monday),
      ...asked('first-hour', monday),
      ...asked('last-hour', next - HOUR_MS, next),
    ])
    const told = await store.usage.cohorts(weeks(4, 'America/New_York'))
    expect(told[0]).toMatchObject({ from: monday, to: next })
    expect(factsOf(told).slice(0, 2)).toEqual([
      [3, 2, 0, 0, [1, 0, 0]],
      [1, 0, 0, 2, [0, 0]],
    ])
    const inUtc = await store.usage.cohorts(weeks(4))
    expect(factsOf(inUtc).slice(0, 2)).toEqual([
      [2, 2, 0, 0, [0, 0, 0]],
      [1, 1, 0, 2, [0, 0]],
    ])
  })

  test('count the hour astride midnight of a half-hour zone for the week it begins in', async () => {
    await using store = await open()
    // Monday in Kolkata begins at 18:30 UTC of Sunday; sums know whole hours alone.
    const sunday = Date.UTC(2026, 10, 15, 18)
    await store.requests.insertSettled([...asked('u1', sunday + 45 * 60_000), ...asked('u2', sunday + HOUR_MS)])
    expect(factsOf(await store.usage.cohorts(weeks(2, 'Asia/Kolkata')))).toEqual([
      [1, 1, 0, 0, [0]],
      [1, 1, 0, 1, []],
    ])
  })

  test('know a first request whose row and whose hour have been deleted', async () => {
    await using store = await open()
    await store.requests.insertSettled([...asked('u1', weeksAgo(5), weeksAgo(0)), ...asked('u2', weeksAgo(2))])
    await store.retention.requests(TEST_NOW + 1)
    while ((await store.retention.hours(dayOf(weeksAgo(2)))) > 0);
    expect(await store.db.kysely.selectFrom('request').select('id').execute()).toEqual([])
    expect(factsOf(await store.usage.cohorts(weeks(3)))).toEqual([
      [1, 1, 0, 0, [0, 0]],
      [0, 0, 0, 1, [0]],
      [1, 0, 1, 0, []],
    ])
    // The day stands for its first hour, so that who came then is still told.
    expect(factsOf(await store.usage.cohorts(weeks(6)))[0]).toEqual([1, 1, 0, 0, [0, 0, 0, 0, 1]])
  })

  test('add up: who is active was there before and has not left, is new, or has come back', async () => {
    await using store = await open()
    const people = Array.from({ length: 40 }, (_, n) =>
      asked(`u${n}`, ...[0, 1, 2, 3, 4, 5, 6].filter((week) => (n * 7 + week * 5) % 3 !== 0).map(weeksAgo)),
    )
    await store.requests.insertSettled(people.flat())
    const told = await store.usage.cohorts(weeks(6))
    for (const [at, { active, new: fresh, returning, churned }] of told.entries()) {
      if (at > 0) expect(active).toBe((told[at - 1]?.active ?? 0) - churned + fresh + returning)
    }
    expect(told.some(({ churned, returning }) => churned > 0 && returning > 0)).toBe(true)
  })
})
