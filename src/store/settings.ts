import type { Kysely } from 'kysely'
import type { SettingChanges } from '../contract/admin-settings.ts'
import { SETTING_KEYS, type SettingKey, SETTINGS, type SettingValues } from '../contract/settings.ts'
import type { Timeouts } from '../core/routing.ts'
import { type Clock, SECOND_MS } from '../core/time.ts'
import type { Database } from './database.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import type { Tables } from './schema.ts'
import { insertTrail, type Trail } from './trail.ts'

/** Every setting as it is now; those in `changed` were set by somebody, the others are what they are by themselves. */
type StoredSettings = { values: SettingValues; changed: SettingKey[]; version: number }

/** What the operator has decided, as JSON values by key. */
export type Settings = {
  /** The JSON value of a key; undefined when it was never set. */
  get(key: string): Promise<unknown>
  put(key: string, value: unknown, trail?: Trail): Promise<void>
  /** The settings of the contract; what is stored and no longer fits it is as if it were not set. */
  all(): Promise<StoredSettings>
  /** All of the changes or none; null sets one back. `ifVersion` refuses them when somebody else was faster. */
  change(
    changes: SettingChanges,
    by: { ifVersion: number | undefined; trail?: Trail },
  ): Promise<Outcome<StoredSettings, 'version_conflict'>>
}

/** Keeps the table `setting`; calls of `change` wait for one another. */
export function settingsIn(db: Database, clock: Clock): Settings {
  return {
    get: async (key) => {
      const row = await db.kysely.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
      return row && (JSON.parse(row.value) as unknown)
    },
    put: (key, value, trail) =>
      db.transaction(async (tx) => {
        await write(tx, key, value)
        await insertTrail(tx, trail, clock.now())
      }),
    all: () => readSettings(db.kysely),
    change: (changes, { ifVersion, trail }) =>
      db.transaction(async (tx) => {
        await db.engine.lock(tx, 'change_settings')
        if (ifVersion !== undefined && (await readSettings(tx)).version !== ifVersion) return refuse('version_conflict')
        for (const [key, value] of Object.entries(changes)) if (value !== undefined) await write(tx, key, value)
        await insertTrail(tx, trail, clock.now())
        return done(await readSettings(tx))
      }),
  }
}

/** The settings with whatever transaction it is given. */
export async function readSettings(db: Kysely<Tables>): Promise<StoredSettings> {
  const rows = await db.selectFrom('setting').selectAll().where('key', 'in', SETTING_KEYS).execute()
  const set = new Map(rows.flatMap(({ key, value }) => valueOf(key as SettingKey, JSON.parse(value))))
  return {
    values: Object.fromEntries(
      SETTING_KEYS.map((key) => [key, set.has(key) ? set.get(key) : SETTINGS[key].standard]),
    ) as SettingValues,
    changed: SETTING_KEYS.filter((key) => set.has(key)),
    // A setting that is set back keeps its row, so that the sum only grows.
    version: rows.reduce((sum, row) => sum + row.version, 0),
  }
}

/** How long upstreams may take where neither their endpoint nor the model says otherwise. */
export function timeoutsIn(values: SettingValues): Timeouts {
  return {
    connectMs: values['relay.connect_s'] * SECOND_MS,
    headersMs: values['relay.headers_s'] * SECOND_MS,
    firstTokenMs: values['relay.first_token_s'] * SECOND_MS,
    idleMs: values['relay.idle_s'] * SECOND_MS,
    totalMs: values['relay.total_s'] * SECOND_MS,
  }
}

/** Null stands for a setting that was set back. */
function valueOf(key: SettingKey, value: unknown): [SettingKey, unknown][] {
  if (value === null) return []
  const parsed = SETTINGS[key].schema.safeParse(value)
  return parsed.success ? [[key, parsed.data]] : []
}

async function write(tx: Kysely<Tables>, key: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  await tx
    .insertInto('setting')
    .values({ key, value: text, version: 1 })
    .onConflict((it) => it.column('key').doUpdateSet((eb) => ({ value: text, version: eb('setting.version', '+', 1) })))
    .execute()
}
