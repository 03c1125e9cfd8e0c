import { expect, test } from 'vitest'
import { namesOf } from './names.ts'
import { addUser } from './test-records.ts'
import { engines } from './test-store.ts'

test.each(engines)('names of more ids than a statement has room for are all found, on %s', async (_name, open) => {
  await using store = await open()
  const ids = Array.from({ length: 70_000 }, (_, n) => `u${n}`)
  const known = ['u0', 'u40000', 'u69999']
  for (const id of known) await addUser(store, id)
  expect(await namesOf(store.db.kysely, 'user', ids)).toEqual(new Map(known.map((id) => [id, `User ${id}`])))
})
