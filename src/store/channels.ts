import type { Kysely } from 'kysely'
import { z } from 'zod'
import { CHANNEL_FIELDS, type ChannelSetup } from '../contract/channels.ts'
import { ALERT_RULES, type AlertRule } from '../core/alerts.ts'
import type { Clock } from '../core/time.ts'
import type { Envelope } from '../vault/envelope.ts'
import type { Database } from './database.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import { byName } from './ranked.ts'
import type { Tables } from './schema.ts'
import type { ChannelRow } from './schema-operations.ts'
import { insertTrail, type Trail } from './trail.ts'

/** Where operators are told. `rules` null stands for every rule; times are epoch milliseconds. */
export type StoredChannel = {
  id: string
  name: string
  rules: AlertRule[] | null
  locale: 'zh-CN' | 'en'
  /** Whether it may lie in a private network. */
  allowPrivate: boolean
  enabled: boolean
  /** Whether users are sent their notices through it, too; means something for e-mail alone. */
  forUsers: boolean
  version: number
  createdAt: number
  /** Null when its secrets cannot be opened any more: they have to be entered again. */
  setup: ChannelSetup | null
  kind: ChannelSetup['kind']
}

type NewChannel = Omit<StoredChannel, 'version' | 'createdAt' | 'setup' | 'kind'> & { setup: ChannelSetup }
/** What is not given stays; `ifVersion` refuses the change when the channel has moved on. */
export type ChannelPatch = Partial<Omit<NewChannel, 'id'>> & { ifVersion: number | undefined }

/** Where operators are told, in order of name, secrets opened. */
export type Channels = {
  list(): Promise<StoredChannel[]>
  get(id: string): Promise<StoredChannel | undefined>
  create(channel: NewChannel, trail?: Trail): Promise<StoredChannel>
  patch(
    id: string,
    patch: ChannelPatch,
    trail?: Trail,
  ): Promise<Outcome<StoredChannel, 'not_found' | 'version_conflict'>>
  /** False when there is no such channel. */
  remove(id: string, trail?: Trail): Promise<boolean>
}

/** Keeps the table `channel`, secrets sealed by `envelope` and bound to their row. */
export function channelsIn(db: Database, clock: Clock, envelope: Envelope): Channels {
  const read = async (tx: Kysely<Tables>, id: string | null) => {
    const rows = tx
      .selectFrom('channel')
      .selectAll()
      .$if(id !== null, (it) => it.where('id', '=', id ?? ''))
    return (await rows.execute()).toSorted(byName).map((row) => toChannel(row, envelope))
  }
  return {
    list: () => read(db.kysely, null),
    get: async (id) => (await read(db.kysely, id))[0],
    create: (channel, trail) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        const row = { ...columnsOf(channel, envelope), id: channel.id, version: 1, created_at: now }
        await tx.insertInto('channel').values(row).execute()
        await insertTrail(tx, trail, now)
        return toChannel(row, envelope)
      }),
    patch: (id, { ifVersion, ...patch }, trail) =>
      db.transaction(async (tx) => {
        const row = await tx.selectFrom('channel').selectAll().where('id', '=', id).executeTakeFirst()
        if (!row) return refuse('not_found')
        if (ifVersion !== undefined && ifVersion !== row.version) return refuse('version_conflict')
        const changed = { ...row, ...columnsOf({ ...patch, id }, envelope), version: row.version + 1 }
        const { numUpdatedRows } = await tx
          .updateTable('channel')
          .set(changed)
          .where('id', '=', id)
          .where('version', '=', row.version)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return refuse('version_conflict')
        await insertTrail(tx, trail, clock.now())
        return done(toChannel(changed, envelope))
      }),
    remove: (id, trail) =>
      db.transaction(async (tx) => {
        const { numDeletedRows } = await tx.deleteFrom('channel').where('id', '=', id).executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) return false
        await insertTrail(tx, trail, clock.now())
        return true
      }),
  }
}

type Columns = Omit<ChannelRow, 'id' | 'version' | 'created_at'>

function columnsOf(channel: NewChannel, envelope: Envelope): Columns
function columnsOf(channel: Partial<NewChannel> & { id: string }, envelope: Envelope): Partial<Columns>
function columnsOf({ id, setup, ...rest }: Partial<NewChannel> & { id: string }, envelope: Envelope): Partial<Columns> {
  const columns = {
    name: rest.name,
    rules: rest.rules && JSON.stringify(rest.rules),
    locale: rest.locale,
    allow_private: rest.allowPrivate === undefined ? undefined : Number(rest.allowPrivate),
    enabled: rest.enabled === undefined ? undefined : Number(rest.enabled),
    for_users: rest.forUsers === undefined ? undefined : Number(rest.forUsers),
    kind: setup?.kind,
    config: setup && JSON.stringify(setup.config),
    secrets_sealed: setup && envelope.seal(JSON.stringify(setup.secrets), placeOf(id)),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** What sealed secrets are bound to, so that they open nowhere else. */
function placeOf(id: string): string {
  return `channel ${id} secrets_sealed`
}

const rules = z.array(z.enum(ALERT_RULES))

function toChannel(row: ChannelRow, envelope: Envelope): StoredChannel {
  return {
    id: row.id,
    name: row.name,
    rules: row.rules === null ? null : rules.parse(JSON.parse(row.rules)),
    locale: row.locale,
    allowPrivate: row.allow_private === 1,
    enabled: row.enabled === 1,
    forUsers: row.for_users === 1,
    version: row.version,
    createdAt: row.created_at,
    kind: row.kind,
    setup: setupOf(row, envelope),
  }
}

function setupOf(row: ChannelRow, envelope: Envelope): ChannelSetup | null {
  const fields = CHANNEL_FIELDS[row.kind]
  const secrets = opened(row, envelope)
  if (secrets === null) return null
  // The kind says which of the fields these are; the compiler cannot see that the three go together.
  return {
    kind: row.kind,
    config: fields.config.parse(JSON.parse(row.config)),
    secrets: fields.secrets.parse(secrets),
  } as ChannelSetup
}

function opened(row: ChannelRow, envelope: Envelope): unknown {
  try {
    return JSON.parse(envelope.open(row.secrets_sealed, placeOf(row.id)))
  } catch {
    // Moved, or sealed with another key: it comes to the same, somebody has to enter them again.
    return null
  }
}
