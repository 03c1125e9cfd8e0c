import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../core/time.ts'
import { openWorld, PASSWORD, settledRequest, type World } from './testing.ts'

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
})
afterEach(() => world[Symbol.asyncDispose]())

const storage = async () => (await world.call('adminGetStorage', { token })).body

test('what requests take is forecast for as many days as they are kept, at the pace of the last seven', async () => {
  expect(await storage()).toMatchObject({ requests_per_day: 0, bytes_per_request: 0, forecast: 0, full_in_days: null })
  const at = world.clock.now() - 1
  const records = [4, 4, 2, 1, 0].map((day) => settledRequest({ at: at - day * DAY_MS, userId: 'u', keyId: 'k' }))
  await world.store.requests.insertSettled([...records, ...records.map((one) => ({ ...one, id: `${one.id}b` }))])
  const seen = await storage()
  // Ten requests since four days ago, a part of today's not counted in full.
  expect(seen.requests_per_day).toBeGreaterThanOrEqual(2)
  expect(seen.requests_per_day).toBeLessThanOrEqual(3)
  expect(seen.bytes_per_request).toBeGreaterThan(200)
  expect(seen.bytes_per_day).toBe(seen.requests_per_day * seen.bytes_per_request)
  expect(seen.forecast).toBe(seen.bytes_per_day * 90)
  expect(seen.rows).toBe(10 * seen.bytes_per_request)
})

test('what is captured counts by the level, as it was measured, else as it is assumed', async () => {
  const at = world.clock.now() - DAY_MS
  const records = Array.from({ length: 10 }, () => settledRequest({ at, userId: 'u', keyId: 'k' }))
  await world.store.requests.insertSettled(records)
  const set = async (values: object) =>
    world.call('adminPatchSettings', { token, body: { values, password: PASSWORD } })
  const basic = await storage()
  expect(basic.bytes_per_day).toBe(10 * basic.bytes_per_request)
  await set({ 'capture.level': 'FULL' })
  const assumed = await storage()
  expect(assumed).toMatchObject({ bytes_per_headers: 3 * 1024, bytes_per_bodies: 50 * 1024, captures: 0 })
  expect(assumed.bytes_per_day).toBe(10 * (basic.bytes_per_request + 50 * 1024))
  expect(assumed.forecast).toBe(basic.forecast + 7 * 10 * 50 * 1024)
  const side = { text: 'x'.repeat(1000), bytes: 1000, cut: false, redacted: false, headers: {} }
  world.captures.put('r', () => ({ at, path: '/', bodies: 'kept', request: side, answer: side, upstream: [] }))
  await world.captures.settled()
  const measured = await storage()
  expect(measured.bytes_per_bodies).toBe(measured.captures)
  expect(measured.bytes_per_bodies).toBeLessThan(10_000)
  await set({ 'capture.level': 'HEADERS' })
  expect((await storage()).bytes_per_day).toBe(10 * (basic.bytes_per_request + 3 * 1024))
})

test('a disk that is too small says in how many days it is full', async () => {
  const at = world.clock.now() - DAY_MS
  await world.store.requests.insertSettled(
    Array.from({ length: 10 }, () => settledRequest({ at, userId: 'u', keyId: 'k' })),
  )
  const seen = await world.deps.system.machine()
  world.deps.system.machine = async () => ({ ...seen, disk: { free: 20_000, total: 30_000 } })
  const { bytes_per_day, full_in_days } = await storage()
  expect(full_in_days).toBe(Math.ceil(20_000 / bytes_per_day))
})

test('a disk that is full already is so today, though nothing comes', async () => {
  const seen = await world.deps.system.machine()
  world.deps.system.machine = async () => ({ ...seen, disk: { free: 0, total: 30_000 } })
  expect(await storage()).toMatchObject({ bytes_per_day: 0, full_in_days: 0 })
})

test('of a database on a server of its own no disk is told, and none is full', async () => {
  const { upkeep } = world.deps.store
  const facts = await upkeep.facts()
  upkeep.facts = async () => ({ ...facts, kind: 'postgres' })
  const seen = await world.deps.system.machine()
  world.deps.system.machine = async () => ({ ...seen, disk: { free: 0, total: 30_000 } })
  expect(await storage()).toMatchObject({ database: facts.sizeBytes, disk: null, full_in_days: null })
})

test('what is captured stops counting as kept while the disk is nearly full, unless it is to be kept all the same', async () => {
  const seen = await world.deps.system.machine()
  const set = async (values: object) => {
    await world.call('adminPatchSettings', { token, body: { values, password: PASSWORD } })
    return (await storage()).captures_stopped
  }
  const withFree = (free: number) => {
    world.deps.system.machine = async () => ({ ...seen, disk: { free, total: 100 } })
  }
  withFree(4)
  expect((await storage()).captures_stopped).toBe(false)
  expect(await set({ 'capture.level': 'HEADERS' })).toBe(true)
  expect(await set({ 'capture.on_low_disk': 'go_on' })).toBe(false)
  withFree(5)
  expect(await set({ 'capture.on_low_disk': 'stop' })).toBe(false)
})

test('backups are told as they lie in the data folder, and as lacking where there is none', async () => {
  expect((await storage()).backups).toBeNull()
  world.deps.system.keptBackups = async () => 1234
  expect((await storage()).backups).toBe(1234)
})
