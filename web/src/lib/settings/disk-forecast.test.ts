import { expect, test } from 'vitest'
import type { StorageView } from '../../../../src/contract/system.ts'
import type { Keeping } from '../../../../src/core/storage-forecast.ts'
import { diskForecast } from './disk-forecast.ts'

const SEEN = {
  requests_per_day: 100,
  failed_per_day: 10,
  bytes_per_request: 1000,
  bytes_per_headers: 3000,
  bytes_per_bodies: 50_000,
  oldest_days: 10,
  rows: 1_000_000,
  captures: 0,
  database: 3_000_000,
  disk: { free: 30_000_000, total: 50_000_000 },
} as StorageView
const BASIC: Keeping = { level: 'BASIC', failedOnly: false, rowDays: 90, captureDays: 7, mostCaptured: 1e9 }
const FULL: Keeping = { ...BASIC, level: 'FULL' }

test('the rest of the database stays what it is, and a disk that is large enough raises no alert', () => {
  const found = diskForecast(SEEN, BASIC, 10)
  expect(found.daily).toEqual({ rows: 100_000, captures: 0 })
  expect(found.at(0)).toBe(3_000_000)
  expect(found.settled).toEqual({ days: 90, bytes: 11_000_000 })
  // 30 of 33 MB may be taken until less than a tenth of the disk is free: 17 MB are somebody else's.
  expect(found.alert).toEqual({ bytes: 28_000_000, inDays: null })
  expect(found.fullInDays).toBeNull()
})

test('the day on which the alert comes is told, and that on which the disk is full', () => {
  const found = diskForecast(SEEN, FULL, 10)
  expect(found.daily.captures).toBe(5_000_000)
  expect(found.settled.bytes).toBe(46_000_000)
  expect(found.alert?.inDays).toBe(5)
  expect(found.fullInDays).toBe(6)
})

test('what is short already is so today', () => {
  expect(diskForecast({ ...SEEN, disk: { free: 0, total: 50_000_000 } }, BASIC, 10)).toMatchObject({
    alert: { inDays: 0 },
    fullInDays: 0,
  })
})

test('where the database is a server’s, what it will take is told, and nothing of a disk', () => {
  const found = diskForecast({ ...SEEN, disk: null }, FULL, 10)
  expect(found.settled.bytes).toBe(46_000_000)
  expect(found).toMatchObject({ alert: null, fullInDays: null })
})

test('backups on the disk count as what is taken, and leave the rest of it as it is', () => {
  const found = diskForecast({ ...SEEN, backups: 5_000_000 }, BASIC, 10)
  expect(found.at(0)).toBe(8_000_000)
  expect(found.settled.bytes).toBe(16_000_000)
  expect(found.alert?.bytes).toBe(33_000_000)
})
