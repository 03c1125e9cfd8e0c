import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { openSqlite, TEST_NOW } from './test-store.ts'
import { failureKinds } from './usage-errors.ts'

type Step = { opcode: string; p1: number; p2: number }

test('failures are counted in their index, without a look at their rows', async () => {
  await using db = await openSqlite()
  const { sql, parameters } = failureKinds(db.kysely, { from: 0, to: TEST_NOW }).compile()
  const { rows } = await db.kysely.executeQuery<Step>(CompiledQuery.raw(`explain ${sql}`, [...parameters]))
  // An index that does not name the column of its condition is not called covering, but the seek that it puts off never comes.
  const seek = rows.find(({ opcode }) => opcode === 'DeferredSeek')
  expect(seek).toBeDefined()
  expect(rows.filter(({ opcode, p1 }) => opcode === 'Column' && p1 === seek?.p2)).toEqual([])
})
