import { expect, test } from 'vitest'
import { DatabaseAway, isDatabaseAway } from './away.ts'

const fault = (code: string) => Object.assign(new Error('no'), { code })

test('a database that is not there, locked or without room is away', () => {
  const away = [new DatabaseAway(fault('ECONNREFUSED')), fault('SQLITE_BUSY'), fault('SQLITE_FULL')]
  expect(away.map(isDatabaseAway)).toEqual([true, true, true])
})

test('what the database refuses, and what fails elsewhere, is not', () => {
  const here = [fault('SQLITE_CONSTRAINT'), fault('23505'), fault('ECONNREFUSED'), new Error('no'), 'no', null]
  expect(here.map(isDatabaseAway)).toEqual(here.map(() => false))
})

test('what the system said of it is kept for the log', () => {
  const error = new DatabaseAway(fault('ECONNREFUSED'))
  expect([error.message, error.code, (error.cause as Error).message]).toEqual(['no', 'ECONNREFUSED', 'no'])
})
