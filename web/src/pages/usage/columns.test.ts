import { expect, test } from 'vitest'
import { readColumns } from '../../lib/columns.ts'
import { columnsFor, columnsOf, fileColumns } from './columns.ts'

test('users choose from what they may see, administrators from everything', () => {
  expect(columnsOf('user')).not.toContain('provider')
  expect(columnsOf('told')).toContain('provider')
  for (const reader of ['user', 'told'] as const) expect(columnsOf(reader)).not.toContain('margin')
  expect(readColumns(undefined, columnsFor('told'))).toEqual(readColumns(undefined, columnsFor('user')))
  expect(columnsOf('admin')).toEqual(expect.arrayContaining(['user', 'provider', 'client']))
})

test('a file has the columns that were chosen, and all of them where none was', () => {
  expect(fileColumns(readColumns(undefined, columnsFor('user')))).toBeUndefined()
  expect(fileColumns(readColumns(['cost', 'margin'], columnsFor('admin')))).toEqual([
    'cost',
    'usage_source',
    'service_tier',
    'multiplier',
    'upstream_cost',
  ])
  expect(fileColumns(readColumns(['at', 'cache'], columnsFor('user')))).toEqual([
    'time',
    'timezone',
    'cache_read',
    'cache_write_5m',
    'cache_write_1h',
  ])
})
