import { expect, test } from 'vitest'
import { readColumns, toggledColumn, type Columns } from './columns.ts'

const TABLE: Columns<'name' | 'cost' | 'note'> = {
  all: ['name', 'cost', 'note'],
  standard: ['name', 'cost'],
  narrow: { cost: 'hidden' },
}

test('chosen columns keep the order of the table and stay where it is narrow, and those nobody knows are left out', () => {
  expect(readColumns(['note', 'mood', 'name'], TABLE)).toEqual({ columns: ['name', 'note'], narrow: {}, chosen: true })
  expect(readColumns('mood', TABLE)).toEqual(readColumns(undefined, TABLE))
  expect(readColumns(undefined, TABLE)).toEqual({ columns: TABLE.standard, narrow: TABLE.narrow, chosen: false })
})

test('what a table begins with is never written into the address', () => {
  const without = toggledColumn(TABLE.standard, 'cost', TABLE)
  expect(without).toEqual(['name'])
  expect(toggledColumn(without, 'cost', TABLE)).toEqual([])
})

test('the last column stays', () => {
  expect(toggledColumn(['cost'], 'cost', TABLE)).toEqual(['cost'])
})
