import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import { aFailure, addKey, addUser, anAttempt, aRequest } from './test-records.ts'
import { engines, TEST_NOW } from './test-store.ts'

const WEEK = { from: TEST_NOW - 7 * DAY_MS, to: TEST_NOW + 1 }
const NEW_YORK = 'America/New_York'

describe.each(engines)('usage on %s', (_, open) => {
  test('sums a period and the equally long one before it', async () => {
    await using store = await open()
    await store.requests.insertSettled([
      aRequest({ totalMs: 1000 }),
      aRequest({ totalMs: 1000, costNanos: 2n ** 60n }),
      aRequest({ status: 'cancelled', end: 'caller_gone', firstTokenMs: null }),
      aFailure(500, 'server_error', { totalMs: 60_000, firstTokenMs: null }),
      aRequest({ at: TEST_NOW - 8 * DAY_MS, costNanos: 7n }),
      aRequest({ at: TEST_NOW - 15 * DAY_MS }),
    ])
    const { current, previous } = await store.usage.summary(WEEK)
    expect(current).toMatchObject({ requests: 4, succeeded: 2, failed: 1, cancelled: 1, input: 40, output: 80 })
    expect(current.costNanos).toBe(2n ** 60n + 2_000n)
    expect(previous).toMatchObject({ requests: 1, costNanos: 7n })
    // Within the 2.5 % of a bin, and without the minute the failure took.
    expect(current.totalP95).toBeGreaterThan(975)
    expect(current.totalP95).toBeLessThan(1025)
  })

  test('tells tokens of sound and pictures by themselves, and counts them among all', async () => {
    await using store = await open()
    const usage = { ...NO_USAGE, input: 10, output: 40, audioIn: 1, audioOut: 2, imageIn: 3, imageOut: 4 }
    await store.requests.insertSettled([aRequest({ usage }), aRequest({ usage: { ...NO_USAGE, imageOut: 5 } })])
    const told = { input: 10, output: 40, media: 15 }
    expect((await store.usage.summary(WEEK)).current).toMatchObject(told)
    expect(await store.usage.breakdown({ ...WEEK, by: 'model' })).toMatchObject([{ current: told }])
    const { total } = await store.usage.series({ ...WEEK, by: 'model', zone: 'UTC' })
    expect(total.at(-1)).toMatchObject({ ...told, tokens: 65 })
    expect((await store.overview.minutes({ from: TEST_NOW, to: TEST_NOW + MINUTE_MS }))[0]?.tokens).toBe(65)
  })

  test('answers an empty period with zeros, and null where nothing was measured', async () => {
    await using store = await open()
    const { current } = await store.usage.summary(WEEK)
    expect(current).toMatchObject({
      requests: 0,
      costNanos: 0n,
      upstreamCostNanos: 0n,
      firstTokenP50: null,
      totalP95: null,
    })
    const series = await store.usage.series({ ...WEEK, by: 'model', zone: 'UTC' })
    expect(series.bucket).toBe('day')
    expect(series.series).toEqual([])
    expect(series.total).toHaveLength(8)
    expect(await store.usage.breakdown({ ...WEEK, by: 'user' })).toEqual([])
    expect(await store.usage.errors(WEEK)).toEqual([])
  })

  test('tells of a quarter of an hour no more than what was in it, minute by minute', async () => {
    await using store = await open()
    const at = (minutes: number) => TEST_NOW + minutes * MINUTE_MS
    const lost = anAttempt({ providerId: 'p2', upstreamCostNanos: 70n })
    await store.requests.insertSettled([
      aRequest({ at: at(10) }),
      aRequest({ at: at(31), firstTokenMs: 400, totalMs: 2000 }),
      aRequest({ at: at(34), upstreamCostNanos: 970n, attempts: [lost, anAttempt({ n: 2, upstreamCostNanos: 900n })] }),
      aFailure(500, 'server_error', { at: at(34.5), firstTokenMs: null }),
      aRequest({ at: at(45) }),
    ])
    const quarter = { from: at(30), to: at(45) }
    const { current, previous } = await store.usage.summary(quarter)
    expect(current).toMatchObject({ requests: 3, failed: 1, attempts: 4, switched: 1, input: 30, output: 60 })
    expect(Math.abs((current.totalP95 ?? 0) - 2000)).toBeLessThan(50)
    expect(Math.abs((current.firstTokenP95 ?? 0) - 400)).toBeLessThan(10)
    // The quarter before begins when a request came that is none of this one's.
    expect(previous.requests).toBe(0)
    expect((await store.usage.summary({ from: at(25), to: at(45) })).previous.requests).toBe(1)
    const paid = await store.usage.breakdown({ ...quarter, by: 'provider' })
    expect(paid.map(({ id, current: { upstreamCostNanos: nanos } }) => [id, nanos])).toEqual([
      ['p1', 1800n],
      ['p2', 70n],
    ])
    const series = await store.usage.series({ ...quarter, by: 'status', zone: 'UTC', bucket: 'minute' })
    expect(series.buckets).toHaveLength(15)
    expect(series.total.flatMap(({ requests }, n) => (requests === 0 ? [] : [[n, requests]]))).toEqual([
      [1, 1],
      [4, 2],
    ])
    const fives = await store.usage.series({ ...quarter, by: 'model', zone: 'UTC', bucket: 'five_minutes' })
    expect(fives.total.map(({ requests }) => requests)).toEqual([3, 0, 0])
  })

  test('draws the six costliest values and the rest as one series', async () => {
    await using store = await open()
    const models = Array.from({ length: 9 }, (_, n) => aRequest({ model: `m${n}`, costNanos: BigInt(n) }))
    await store.requests.insertSettled(models)
    const { series, total } = await store.usage.series({ ...WEEK, by: 'model', zone: 'UTC' })
    expect(series.map((one) => one.id)).toEqual(['m8', 'm7', 'm6', 'm5', 'm4', 'm3', null])
    expect(series.map((one) => one.points.at(-1)?.costNanos)).toEqual([8n, 7n, 6n, 5n, 4n, 3n, 3n])
    expect(total.at(-1)).toMatchObject({ requests: 9, costNanos: 36n, tokens: 270 })
  })

  test('tells of all together how long the slowest hundredth took', async () => {
    await using store = await open()
    const slow = (n: number) => n % 50 === 0
    const requests = Array.from({ length: 100 }, (_, n) =>
      aRequest({ firstTokenMs: slow(n) ? 9000 : 500, totalMs: slow(n) ? 40_000 : 1000 }),
    )
    await store.requests.insertSettled(requests)
    const { total } = await store.usage.series({ ...WEEK, by: 'model', zone: 'UTC' })
    const about = (ms: number | null | undefined) => Number((ms ?? 0).toPrecision(1))
    const { firstTokenP95, firstTokenP99, totalP95, totalP99 } = total.at(-1) ?? {}
    expect([firstTokenP95, firstTokenP99, totalP95, totalP99].map(about)).toEqual([500, 9000, 1000, 40_000])
    expect(total[0]).toMatchObject({ firstTokenP99: null, totalP99: null })
  })

  test('cuts days where the clocks of the zone say, 23 and 25 hours long among them', async () => {
    await using store = await open()
    // New York: clocks go forward on 2026-03-08 and back on 2026-11-01.
    const spring = { from: Date.UTC(2026, 2, 7, 5), to: Date.UTC(2026, 2, 10, 4) }
    const lastHour = Date.UTC(2026, 2, 9, 3, 59)
    await store.requests.insertSettled([aRequest({ at: lastHour }), aRequest({ at: lastHour + 60_000 })])
    const days = await store.usage.series({ ...spring, by: 'model', zone: NEW_YORK, bucket: 'day' })
    expect(days.buckets).toEqual([Date.UTC(2026, 2, 7, 5), Date.UTC(2026, 2, 8, 5), Date.UTC(2026, 2, 9, 4)])
    expect(days.total.map((point) => point.requests)).toEqual([0, 1, 1])
    const autumn = { from: Date.UTC(2026, 10, 1, 4), to: Date.UTC(2026, 10, 3, 5) }
    const back = await store.usage.series({ ...autumn, by: 'model', zone: NEW_YORK, bucket: 'day' })
    expect(back.buckets).toEqual([autumn.from, autumn.from + 25 * HOUR_MS])
  })

  test('cuts months in the zone', async () => {
    await using store = await open()
    await store.requests.insertSettled([
      aRequest({ at: Date.UTC(2026, 8, 30, 15) }),
      aRequest({ at: Date.UTC(2026, 8, 30, 16) }),
    ])
    const period = { from: Date.UTC(2026, 8, 15), to: Date.UTC(2026, 9, 15) }
    const { total } = await store.usage.series({ ...period, by: 'model', zone: 'Asia/Shanghai', bucket: 'month' })
    expect(total.map((point) => [point.at, point.requests])).toEqual([
      [Date.UTC(2026, 7, 31, 16), 1],
      [Date.UTC(2026, 8, 30, 16), 1],
    ])
  })

  test('breaks a period down by every dimension, with names and the cost before', async () => {
    await using store = await open()
    await addUser(store)
    await addKey(store)
    await store.requests.insertSettled([
      aRequest({ client: 'curl', costNanos: 5n }),
      aRequest({ client: 'Codex', costNanos: 9n }),
      aRequest({ client: 'curl', costNanos: 3n, at: TEST_NOW - 10 * DAY_MS }),
      aFailure(429, 'rate_limited', { client: 'curl', model: null }),
    ])
    const by = async (dimension: Parameters<typeof store.usage.breakdown>[0]['by']) =>
      (await store.usage.breakdown({ ...WEEK, by: dimension })).map(({ id, name, current }) => [
        id,
        name,
        current.requests,
      ])
    expect(await by('client')).toEqual([
      ['Codex', 'Codex', 1],
      ['curl', 'curl', 2],
    ])
    expect(await by('key')).toEqual([['k1', 'Key k1', 3]])
    expect(await by('user')).toEqual([['u1', 'User u1', 3]])
    expect(await by('provider')).toEqual([['p1', 'p1', 3]])
    expect(await by('model')).toEqual([
      ['m1', 'm1', 2],
      ['', '', 1],
    ])
    expect(await by('status')).toEqual([
      ['succeeded', 'succeeded', 2],
      ['429', '429', 1],
    ])
    const clients = await store.usage.breakdown({ ...WEEK, by: 'client' })
    expect(clients.map((row) => row.previousCostNanos)).toEqual([0n, 3n])
  })

  test('says of each provider what it was paid, whoever answered, and of each user what was paid in all', async () => {
    await using store = await open()
    const lost = { providerId: 'p2', endpointId: 'e2', credentialId: 'c2' }
    const sameProvider = { credentialId: 'c3' }
    await store.requests.insertSettled([
      aRequest({ upstreamCostNanos: 900n }),
      aRequest({
        upstreamCostNanos: 1000n,
        attempts: [
          anAttempt({ ...lost, upstreamCostNanos: 70n }),
          anAttempt({ ...sameProvider, n: 2, upstreamCostNanos: 30n }),
          anAttempt({ n: 3, upstreamCostNanos: 900n }),
        ],
      }),
      aRequest({ attempts: [anAttempt(lost), anAttempt({ n: 2, upstreamCostNanos: 900n })] }),
    ])
    const paid = async (by: Parameters<typeof store.usage.breakdown>[0]['by']) =>
      (await store.usage.breakdown({ ...WEEK, by })).map(({ id, current }) => [
        id,
        current.requests,
        current.upstreamCostNanos,
      ])
    expect(await paid('provider')).toEqual([
      ['p1', 3, 2730n],
      ['p2', 0, 70n],
    ])
    expect(await paid('credential')).toEqual([
      ['c1', 3, 2700n],
      ['c2', 0, 70n],
      ['c3', 0, 30n],
    ])
    expect(await paid('user')).toEqual([['u1', 3, 2800n]])
    expect(await paid('model')).toEqual([['m1', 3, 2800n]])
    expect((await store.upkeep.books()).broken).toBeNull()
  })

  test('shows a year of days, hours by weekday, and runs of active days', async () => {
    await using store = await open()
    const daysBack = [1, 2, 3, 10, 11, 12, 13, 400]
    await store.requests.insertSettled(daysBack.map((n) => aRequest({ at: TEST_NOW - n * DAY_MS })))
    const map = await store.usage.heatmap({ ...WEEK, to: WEEK.to + DAY_MS, zone: 'Asia/Shanghai' })
    expect(map.days).toHaveLength(365)
    expect(map.days.at(-1)?.date).toBe('2026-11-20')
    expect(map.days.at(-2)).toEqual({ date: '2026-11-19', requests: 1, costNanos: 1_000n })
    expect(map).toMatchObject({ currentStreak: 3, longestStreak: 4, activeDays: 7 })
    // 2026-11-19 is a Thursday, and noon UTC is eight in the evening there.
    expect(map.hours[3]?.[20]).toBe(1)
    expect(map.hours.flat().reduce((a, b) => a + b, 0)).toBe(3)
  })

  test('paints no weekday that was not asked for where the zone is half an hour off', async () => {
    await using store = await open()
    // Thursday, 2026-11-19, begins in Kolkata at 18:30 UTC; its first half hour shares an hour of sums with Wednesday's last.
    const from = Date.parse('2026-11-18T18:30:00Z')
    await store.requests.insertSettled([aRequest({ at: from + 1 })])
    const { hours } = await store.usage.heatmap({ ...WEEK, from, to: from + DAY_MS, zone: 'Asia/Kolkata' })
    expect(hours.map((week) => week.reduce((a, b) => a + b, 0))).toEqual([0, 0, 0, 1, 0, 0, 0])
    expect(hours[3]?.[0]).toBe(1)
  })

  test('groups failures by status and class with a sample of the latest', async () => {
    await using store = await open()
    const latest = aFailure(500, 'server_error', { at: TEST_NOW, model: 'm2', providerId: 'p2' })
    await store.requests.insertSettled([
      aFailure(500, 'server_error', { at: TEST_NOW - 9, model: 'm1', providerId: 'p1' }),
      aFailure(500, 'server_error', { at: TEST_NOW - 8, model: 'm1', providerId: 'p2' }),
      latest,
      aFailure(404, 'model_missing', { status: 'refused', model: null, modelAsked: 'gone', providerId: null }),
      aRequest(),
    ])
    expect(await store.usage.errors(WEEK)).toEqual([
      {
        httpStatus: 500,
        errorClass: 'server_error',
        message: 'It failed: server_error.',
        count: 3,
        topModel: 'm1',
        topProvider: { id: 'p2', name: '' },
        lastAt: TEST_NOW,
        sampleId: latest.id,
      },
      expect.objectContaining({ httpStatus: 404, topModel: 'gone', topProvider: null, count: 1 }),
    ])
    expect(await store.usage.errors({ ...WEEK, users: ['u2'] })).toEqual([])
  })

  test('names the latest of equally many failures first', async () => {
    await using store = await open()
    const late = ['a', 'b', 'c'].map((model, n) => aFailure(500 + n, 'late', { model, at: TEST_NOW + n }))
    const soon = ['c', 'a', 'b'].map((model, n) => aFailure(500 + n, 'late', { model, at: TEST_NOW - 9 }))
    await store.requests.insertSettled([...soon, ...late])
    const found = await store.usage.errors({ ...WEEK, to: TEST_NOW + DAY_MS })
    expect(found.map(({ httpStatus, topModel }) => [httpStatus, topModel])).toEqual([
      [502, 'c'],
      [501, 'b'],
      [500, 'a'],
    ])
  })
})
