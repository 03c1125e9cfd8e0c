import { expect, test } from 'vitest'
import { grouped } from './grouped.ts'

// Friday, 20 November 2026, in Shanghai.
const voice = { now: Date.UTC(2026, 10, 20, 6), zone: 'Asia/Shanghai' }
const row = (shown_at: string, pinned = false) => ({ shown_at, pinned })

test('weeks begin on Monday in the reader’s zone, and what is pinned stands apart however old it is', () => {
  const rows = [
    row('2026-01-01T00:00:00.000Z', true),
    row('2026-11-20T00:00:00.000Z'),
    row('2026-11-15T16:00:00.000Z'),
    row('2026-11-15T15:59:59.000Z'),
  ]
  expect(grouped(rows, voice).map(({ group, rows: members }) => [group, members.length])).toEqual([
    ['pinned', 1],
    ['week', 2],
    ['earlier', 1],
  ])
})

test('weeks begin on Sunday for who reads calendars so', () => {
  const rows = [row('2026-11-14T16:00:00.000Z'), row('2026-11-14T15:59:59.000Z')]
  const shown = (now: number) =>
    grouped(rows, { ...voice, now }, 6).map(({ group, rows: members }) => [group, members.length])
  expect(shown(voice.now)).toEqual([
    ['week', 1],
    ['earlier', 1],
  ])
  // On a Sunday the week has just begun.
  expect(shown(Date.UTC(2026, 10, 22, 6))).toEqual([['earlier', 2]])
})

test('a week goes on until its last minute is over', () => {
  const late = { now: Date.UTC(2026, 10, 22, 16), zone: 'Asia/Shanghai' }
  expect(grouped([row('2026-11-20T00:00:00.000Z')], late).map(({ group }) => group)).toEqual(['week'])
})

test('a heading without announcements is left out', () => {
  expect(grouped([row('2026-11-20T00:00:00.000Z')], voice).map(({ group }) => group)).toEqual(['week'])
  expect(grouped([], voice)).toEqual([])
})
