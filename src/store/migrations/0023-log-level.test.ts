import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines } from '../test-store.ts'
import { up } from './0023-log-level.ts'

describe.each(engines)('a setting of an older program, on %s', (_, open) => {
  test.each([
    ['true', 'FULL', true],
    ['false', 'BASIC', true],
    ['null', 'BASIC', false],
  ])('that bodies are kept: %s is the level %s', async (before, level, isSet) => {
    await using store = await open()
    await sql`insert into setting (key, value, version) values ('capture.enabled', ${before}, 3)`.execute(
      store.db.kysely,
    )
    const { version } = await store.settings.all()
    await up(store.db.kysely)
    const after = await store.settings.all()
    expect(after.values['capture.level']).toBe(level)
    expect(after.changed).toEqual(isSet ? ['capture.level'] : [])
    expect(after.version).toBeGreaterThan(version)
  })
})
