import { expect, test } from 'vitest'
import { columnsOf, fileColumns, readColumns, toggledColumn } from './columns.ts'

test('users choose from what they may see, administrators from everything', () => {
  expect(columnsOf('user')).not.toContain('provider')
  expect(columnsOf('told')).toContain('provider')
  for (const reader of ['user', 'told'] as const) expect(columnsOf(reader)).not.toContain('margin')
  expect(readColumns(undefined, 'told')).toEqual(readColumns(undefined, 'user'))
  expect(columnsOf('admin')).toEqual(expect.arrayContaining(['user', 'provider', 'client']))
})

test('chosen columns keep the order of the list, and those nobody knows are left out', () => {
  const asked = ['cost', 'mood', 'at', 'provider']
  expect(readColumns(asked, 'user')).toEqual({ columns: ['at', 'cost'], narrow: {}, chosen: true })
  expect(readColumns('mood', 'user')).toEqual(readColumns(undefined, 'user'))
})

test('what a list begins with is never written into the address', () => {
  const without = toggledColumn(readColumns(undefined, 'user'), 'speed', 'user')
  expect(without).not.toContain('speed')
  expect(toggledColumn(readColumns(without, 'user'), 'speed', 'user')).toEqual([])
})

test('the last column stays', () => {
  expect(toggledColumn(readColumns('at', 'user'), 'at', 'user')).toEqual(['at'])
})

test('a file has the columns that were chosen, and all of them where none was', () => {
  expect(fileColumns(readColumns(undefined, 'user'))).toBeUndefined()
  expect(fileColumns(readColumns(['cost', 'margin'], 'admin'))).toEqual([
    'cost',
    'usage_source',
    'service_tier',
    'multiplier',
    'upstream_cost',
  ])
  expect(fileColumns(readColumns(['at', 'cache'], 'user'))).toEqual([
    'time',
    'timezone',
    'cache_read',
    'cache_write_5m',
    'cache_write_1h',
  ])
})
