import { expect, test } from 'vitest'
import type { AdminAnnouncement } from '../../../../../src/contract/announcements.ts'
import { bodyOf, EMPTY_FORM, formOf, stateOf } from './form.ts'

const ZONE = 'Asia/Shanghai'
const WRITTEN: AdminAnnouncement = {
  id: 'a1',
  kind: 'maintenance',
  title: { zh: '升级', en: '' },
  body: { zh: '正文', en: '' },
  pinned: true,
  groups: ['g1'],
  starts_at: '2026-11-20T06:00:00.000Z',
  ends_at: '2026-11-20T07:00:00.000Z',
  draft: false,
  shown_at: '2026-11-19T00:00:00.000Z',
  updated_at: '2026-11-19T00:00:00.000Z',
  created_at: '2026-11-19T00:00:00.000Z',
  author: 'root',
  reads: 0,
  version: 1,
}

test('what is opened and saved unchanged is the same announcement', () => {
  const { kind, title, body, pinned, groups, starts_at, ends_at, draft } = WRITTEN
  expect(formOf(WRITTEN, ZONE)).toMatchObject({ starts_at: '2026-11-20T14:00', audience: 'some' })
  expect(bodyOf(formOf(WRITTEN, ZONE), false, ZONE, WRITTEN)).toEqual({
    kind,
    title,
    body,
    pinned,
    groups,
    starts_at,
    ends_at,
    draft,
  })
})

test('a time nobody touched stays as it is, also where the form cannot say it', () => {
  // New York's clock shows 1:30 twice that night; this is the second time, and seconds are not shown at all.
  const twice = { ...WRITTEN, starts_at: '2026-11-01T06:30:00.000Z', ends_at: '2026-11-20T07:00:59.000Z' }
  const zone = 'America/New_York'
  const { starts_at, ends_at } = twice
  expect(bodyOf(formOf(twice, zone), false, zone, twice)).toMatchObject({ starts_at, ends_at })
  const moved = { ...formOf(twice, zone), starts_at: '2026-11-01T03:00', ends_at: '' }
  expect(bodyOf(moved, false, zone, twice)).toMatchObject({ starts_at: '2026-11-01T08:00:00.000Z', ends_at: null })
})

test('an empty form is for everybody and has no times', () => {
  expect(bodyOf({ ...EMPTY_FORM, groups: ['g1'] }, true, ZONE, null)).toMatchObject({
    groups: null,
    starts_at: null,
    ends_at: null,
    draft: true,
  })
})

test('an announcement is a draft, waits, is shown, and is over', () => {
  const now = Date.parse('2026-11-20T06:30:00.000Z')
  expect(stateOf({ ...WRITTEN, shown_at: null }, now)).toBe('draft')
  expect(stateOf({ ...WRITTEN, shown_at: '2026-11-21T00:00:00.000Z' }, now)).toBe('waiting')
  expect(stateOf(WRITTEN, now)).toBe('shown')
  expect(stateOf(WRITTEN, now + 3_600_000)).toBe('over')
})
