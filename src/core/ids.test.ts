import { expect, test } from 'vitest'
import { idFrom, idMaker } from './ids.ts'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const LATER_MS = 0x7000_0000_0000

test('ids say their time, are made of nothing but hexadecimal digits, and sort as they were made', () => {
  const newId = idMaker()
  const made: string[] = []
  // Over a border of the part that changes seldom, and more within a millisecond than its counter holds.
  for (let ms = LATER_MS + 0xfff0; ms < LATER_MS + 0x1_0010; ms += 1)
    for (let times = 0; times < 300; times += 1) made.push(newId(ms))
  for (let times = 0; times < 10_000; times += 1) made.push(newId(LATER_MS + 0x1_0010))
  expect(made.filter((id) => !UUID_V7.test(id))).toEqual([])
  expect(made.toSorted()).toEqual(made)
  expect(new Set(made).size).toBe(made.length)
  expect(new Set(made.map((id) => id.slice(19))).size).toBe(made.length)
  expect(made[0]?.slice(0, 14)).toBe('70000000-fff0-')
  expect(made.filter((id) => id < idFrom(LATER_MS + 0x1_0000)).length).toBe(16 * 300)
})

test('an id of a clock that was set back goes on from the ones before', () => {
  const newId = idMaker()
  const before = newId(LATER_MS + 0x2_0000)
  expect(newId(LATER_MS) > before).toBe(true)
})
