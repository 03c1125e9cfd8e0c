import type { Clock } from '../core/time.ts'
import type { Database } from './database.ts'
import { insertTrail, type Trail } from './trail.ts'

export type Settings = {
  /** The JSON value of a setting; undefined when it was never set. */
  get(key: string): Promise<unknown>
  put(key: string, value: unknown, trail?: Trail): Promise<void>
}

export function settingsIn(db: Database, clock: Clock): Settings {
  return {
    get: async (key) => {
      const row = await db.kysely.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
      return row && (JSON.parse(row.value) as unknown)
    },
    put: (key, value, trail) =>
      db.transaction(async (tx) => {
        const text = JSON.stringify(value)
        await tx
          .insertInto('setting')
          .values({ key, value: text, version: 1 })
          .onConflict((it) =>
            it.column('key').doUpdateSet((eb) => ({ value: text, version: eb('setting.version', '+', 1) })),
          )
          .execute()
        await insertTrail(tx, trail, clock.now())
      }),
  }
}
