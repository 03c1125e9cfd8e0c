import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { engines } from './test-store.ts'

const MADE = ['b', 'B-2', 'a 10', 'A 9', '中', '阿']
/** As keys and accounts are ordered by name. */
const LISTED = ['阿', '中', 'A 9', 'a 10', 'b', 'B-2']
const SIGN_BY_SIGN = ['A 9', 'B-2', 'a 10', 'b', '中', '阿']

const GROUP = { multiplierMicros: 1_000_000n, allowModels: null, note: '', isDefault: false, limits: [] }
const CHANNEL = { rules: null, locale: 'en', allowPrivate: false, enabled: true, forUsers: false } as const
const SETUP = { kind: 'webhook', config: {}, secrets: { url: 'https://hooks.example/a' } } as const
const MODEL = { vendor: '', kind: 'chat', context: null, maxOutput: null, abilities: [], aliases: [] } as const
const PROVIDER = {
  preset: 'custom',
  priority: 1,
  weight: 1,
  multiplierMicros: 1_000_000n,
  allowPrivate: false,
} as const

test.each(engines)('on %s lists stand in the same order, whatever the locale of the server', async (_, open) => {
  await using store = await open()
  const { kysely, engine } = store.db
  if (engine.kind === 'postgres')
    for (const [table, column] of [
      ['group', 'name'],
      ['channel', 'name'],
      ['provider', 'name'],
      ['model', 'id'],
    ] as const)
      await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} type text collate "und-x-icu"`.execute(
        kysely,
      )
  for (const [n, name] of MADE.entries()) {
    const id = `id-${n}`
    await store.groups.create({ ...GROUP, id, name })
    await store.channels.create({ ...CHANNEL, id, name, setup: SETUP })
    await store.models.create({ ...MODEL, id: name, displayName: name, price: null, enabled: true })
    await store.providers.create({
      ...PROVIDER,
      id,
      slug: id,
      name,
      note: '',
      endpoints: [],
      credentials: [],
      routes: [],
    })
  }
  const namesOf = (listed: readonly { name: string }[]) => listed.map(({ name }) => name)
  expect(namesOf(await store.groups.list())).toEqual(LISTED)
  expect(namesOf(await store.channels.list())).toEqual(LISTED)
  expect(namesOf(await store.providers.list())).toEqual(LISTED)
  expect((await store.models.list()).map(({ id }) => id)).toEqual(SIGN_BY_SIGN)
})
