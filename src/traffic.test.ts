import { expect, test } from 'vitest'
import { STANDARD_SETTINGS } from './contract/settings.ts'
import type { DirectoryData } from './core/directory.ts'
import { createStopTime } from './core/stop-time.ts'
import { systemClock } from './core/time.ts'
import { recordOf, testJournal } from './metering/journal/test-journal.ts'
import type { DirectoryReading } from './store/directory.ts'
import { openTraffic } from './traffic.ts'

const NOTHING: DirectoryData = { keys: [], models: [], targets: [], limits: [], accounts: [], limitUse: [] }

/** What is read of a gateway with one user, who has paid so much. */
const withCredit = (credit: bigint): DirectoryReading => ({
  data: { ...NOTHING, accounts: [{ userId: 'u1', credit, spent: 0n }] },
  settings: STANDARD_SETTINGS,
  unreadable: [],
  stored: new Set(),
})

/** As much of a gateway as letting requests in needs, whose readings are answered by hand in the order in which they began. */
function handRead({ dataDir, rows }: Awaited<ReturnType<typeof testJournal>>) {
  const readings: PromiseWithResolvers<DirectoryReading>[] = []
  const store = {
    readDirectory: () => {
      const reading = Promise.withResolvers<DirectoryReading>()
      readings.push(reading)
      return reading.promise
    },
    journal: { get: rows.position },
    requests: { settle: rows.write },
    pins: { unbilled: async () => [], add: async () => undefined },
  }
  const quiet = () => undefined
  const options = {
    config: { dataDir, durability: 'normal' },
    store,
    vault: { hashKey: String, envelope: { seal: String, open: String } },
    captures: {},
    disk: { isShort: false },
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    stop: createStopTime(systemClock, quiet),
    onThreshold: quiet,
  }
  return { readings, options: options as unknown as Parameters<typeof openTraffic>[1] }
}

test('what is changed while all that was used is added up after a start is not taken back by it', async () => {
  await using before = await testJournal()
  await (await before.open()).admit(recordOf('left open', 1n))
  await using left = await before.afterCrash()
  const { readings, options } = handRead(left)
  await using rooms = new AsyncDisposableStack()
  const opening = openTraffic(rooms, options)
  await expect.poll(() => readings.length).toBe(1)
  readings[0]?.resolve(withCredit(5n))
  const { limits, journal, feed } = await opening
  journal.begin()
  await expect.poll(() => readings.length).toBe(2)
  const changed = feed.changed()
  readings[2]?.resolve(withCredit(100n))
  await changed
  expect(limits.accountOf('u1')?.credit).toBe(100n)
  readings[1]?.resolve(withCredit(5n))
  await expect.poll(() => readings.length).toBe(4)
  readings[3]?.resolve(withCredit(100n))
  await journal.drained()
  expect(limits.accountOf('u1')?.credit).toBe(100n)
})

test('requests are captured by the operator’s level, and none from when the disk is nearly full until it is not', async () => {
  await using before = await testJournal()
  const { readings, options } = handRead(before)
  const disk = { isShort: false }
  await using rooms = new AsyncDisposableStack()
  const opening = openTraffic(rooms, { ...options, disk })
  await expect.poll(() => readings.length).toBe(1)
  readings[0]?.resolve({ ...withCredit(5n), settings: { ...STANDARD_SETTINGS, 'capture.level': 'HEADERS' } })
  const { relay } = await opening
  const isCaptured = () => relay.policy().capture !== null
  expect(isCaptured()).toBe(true)
  disk.isShort = true
  expect(isCaptured()).toBe(false)
  disk.isShort = false
  expect(isCaptured()).toBe(true)
})

test('rows wait for the database from when it has some to take until it takes them', async () => {
  await using before = await testJournal()
  const { options } = handRead(before)
  const { requests } = options.store
  const refused = () => Promise.reject(new Error('ECONNREFUSED'))
  Object.assign(options.store, { readDirectory: async () => withCredit(5n), requests: { settle: refused } })
  await using rooms = new AsyncDisposableStack()
  const { journal, rowsWaitMs } = await openTraffic(rooms, options)
  expect(rowsWaitMs()).toBe(0)
  await journal.settle(recordOf('r1', 1n))
  await expect(journal.drained()).rejects.toThrow('ECONNREFUSED')
  const waited = rowsWaitMs()
  await expect(journal.drained()).rejects.toThrow('ECONNREFUSED')
  expect(rowsWaitMs(), 'since the first of them').toBeGreaterThan(waited)
  Object.assign(options.store, { requests })
  await journal.drained()
  expect(rowsWaitMs()).toBe(0)
})
