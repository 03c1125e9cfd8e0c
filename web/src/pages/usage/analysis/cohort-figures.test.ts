import { expect, test } from 'vitest'
import type { Cohort } from '../../../../../src/contract/cohorts.ts'
import { churnShare, keptOf, keptOfAll, sinceFirst } from './cohort-figures.ts'

const cohort = (over: Partial<Cohort>): Cohort => ({
  from: '2026-11-08T16:00:00.000Z',
  to: '2026-11-15T16:00:00.000Z',
  active: 0,
  new: 0,
  returning: 0,
  churned: 0,
  retained: [],
  ...over,
})

test('periods before anybody came are left out, and those after everybody left are not', () => {
  const [came, left] = [cohort({ active: 2, new: 2 }), cohort({ churned: 2 })]
  const after = cohort({})
  expect(sinceFirst([cohort({}), cohort({}), came, left, after])).toEqual([came, left, after])
  expect(sinceFirst([cohort({}), left])).toEqual([left])
  expect(sinceFirst([cohort({})])).toEqual([])
})

test('who has left is a share of who was there before', () => {
  // Eight before: six stayed, two left; one is new and two came back.
  expect(churnShare(cohort({ active: 9, new: 1, returning: 2, churned: 2 }))).toBe(0.25)
  expect(churnShare(cohort({ active: 3, new: 3 }))).toBeNull()
})

test('the last cell of a row may still grow while the last period goes on', () => {
  const row = cohort({ active: 4, new: 4, retained: [2, 1] })
  expect(keptOf(row, true)).toEqual([
    { people: 2, share: 0.5, open: false },
    { people: 1, share: 0.25, open: true },
  ])
  expect(keptOf(row, false).map(({ open }) => open)).toEqual([false, false])
  expect(keptOf(cohort({ retained: [0] }), false)[0]?.share).toBeNull()
})

test('all cohorts together weigh by their size, and what goes on is left out', () => {
  const rows = [
    cohort({ new: 8, retained: [4, 2, 0] }),
    cohort({ new: 2, retained: [2, 0] }),
    cohort({ new: 5, retained: [0] }),
  ]
  expect(keptOfAll(rows, true)).toEqual([0.6, 0.25, null])
  expect(keptOfAll(rows, false)).toEqual([0.4, 0.2, 0])
  expect(keptOfAll([], true)).toEqual([])
})
