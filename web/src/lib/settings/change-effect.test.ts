import { expect, test } from 'vitest'
import { STANDARD_SETTINGS, type SettingValues } from '../../../../src/contract/settings.ts'
import type { StorageView } from '../../../../src/contract/system.ts'
import { changeEffect } from './change-effect.ts'
import { changesOf, typedOver, type Drafts } from './draft.ts'

const SEEN = {
  requests_per_day: 100,
  failed_per_day: 10,
  bytes_per_request: 1000,
  bytes_per_headers: 3000,
  bytes_per_bodies: 50_000,
  rows: 1_000_000,
  captures: 0,
  database: 3_000_000,
  disk: { free: 30_000_000, total: 50_000_000 },
} as StorageView

function effectsOf(drafts: Drafts, over: Partial<SettingValues> = {}, seen: StorageView | undefined = SEEN) {
  const saved = { ...STANDARD_SETTINGS, ...over }
  const changes = changesOf(saved, drafts)
  const typed = typedOver(saved, changes)
  return changes.map((change) => changeEffect(change, { saved, typed, seen }))
}

test('each change tells what it takes beside the others, and from when on', () => {
  const drafts = { 'capture.level': 'FULL', 'retention.request_days': '180', 'capture.days': '14' }
  expect(effectsOf(drafts, { 'capture.level': 'HEADERS' })).toEqual([
    // 47 kB more of each of 100 requests, for 14 days.
    { warning: 'prompts', disk: { bytes: 65_800_000, days: 14 }, risky: true },
    { warning: null, disk: { bytes: 9_000_000, days: 180 }, risky: true },
    { warning: null, disk: { bytes: 35_000_000, days: 14 }, risky: false },
  ])
})

test('what is kept for less says that older ones go, and what is not taken any more', () => {
  expect(effectsOf({ 'retention.request_days': '30', 'retention.hour_days': '100' })).toEqual([
    { warning: 'deleted', disk: { bytes: -6_000_000, days: 90 }, risky: true },
    { warning: 'deleted', disk: null, risky: true },
  ])
  expect(effectsOf({ 'capture.max_mib': '16' }, { 'capture.level': 'FULL' })[0]).toMatchObject({
    warning: 'trimmed',
    disk: { bytes: 16 * 2 ** 20 - 35_000_000, days: 7 },
  })
})

test('of a disk that is not known, and of what takes none, nothing is told', () => {
  expect(effectsOf({ 'capture.days': '14' })).toEqual([{ warning: null, disk: null, risky: false }])
  expect(effectsOf({ 'site.name': 'One' })).toEqual([{ warning: null, disk: null, risky: false }])
})
