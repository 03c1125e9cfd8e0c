import type { Kysely } from 'kysely'
import type { SettingValues } from '../contract/settings.ts'
import { modelsWithin } from '../core/bounds.ts'
import type { DirectoryData, KeyEntry, ModelEntry } from '../core/directory.ts'
import type { IsCounted } from '../core/limits.ts'
import { ONE_MICROS } from '../core/money.ts'
import { UNPRICED } from '../core/price.ts'
import type { Envelope } from '../vault/envelope.ts'
import { allAccounts } from './accounts.ts'
import type { Database } from './database.ts'
import { targetEntries, type UnreadableCredential } from './directory-targets.ts'
import { readStrings } from './json.ts'
import { limitUse } from './limit-use.ts'
import { allLimits } from './limits.ts'
import { type Model, readModels } from './model-view.ts'
import type { Tables } from './schema.ts'
import { storedOf } from './settle.ts'
import { readSettings, timeoutsIn } from './settings.ts'

/**
 * The relay's read model with the settings of the same moment, and the credentials that could not be opened. `stored`: the requests that were
 * asked after and are in what limits have counted.
 */
export type DirectoryReading = {
  data: DirectoryData
  settings: SettingValues
  unreadable: UnreadableCredential[]
  stored: ReadonlySet<string>
}

/** Of which limits nobody needs to be told what they have counted, and the ids of requests that may be stored, where it matters. */
export type DirectoryWish = { isCounted: IsCounted; lately: () => readonly string[] }

/** Everything the relay decides by, read in one transaction; credentials that cannot be opened are left out and named. */
export function readDirectory(
  db: Database,
  envelope: Envelope,
  { now, isCounted, lately }: DirectoryWish & { now: number },
): Promise<DirectoryReading> {
  return db.transaction(async (tx) => {
    const models = (await readModels(tx, null, now)).filter((model) => model.enabled)
    const keys = await keyEntries(tx, models, now)
    const { values: settings } = await readSettings(tx)
    const by = { envelope, timeouts: timeoutsIn(settings) }
    const { targets, ways, unreadable } = await targetEntries(tx, models, by)
    const limits = await allLimits(tx)
    const money = { limits, accounts: await allAccounts(tx) }
    const zone = settings['site.timezone']
    // To add up what all have used takes seconds in a year's sums, and what is written waits for it.
    const uncounted = limits.filter((limit) => !isCounted(limit, zone))
    // Nothing is settled in between, so that what is stored is just what was added up.
    if (uncounted.length > 0) await db.engine.lock(tx, 'settle')
    const used = await limitUse(tx, uncounted, { now, zone })
    const stored = uncounted.length > 0 ? await storedOf(tx, lately()) : new Set<string>()
    return {
      data: {
        keys,
        models: models.map((model) => modelEntry(model, settings['relay.allow_unpriced'])),
        targets,
        ways,
        ...money,
        limitUse: used,
      },
      settings,
      unreadable,
      stored,
    }
  })
}

/** Every secret that is accepted; those that were replaced come first, so that a look-up by id finds the present one. */
async function keyEntries(tx: Kysely<Tables>, models: readonly Model[], now: number): Promise<KeyEntry[]> {
  const names = models.map(({ id }) => id)
  const rows = await tx
    .selectFrom('api_key')
    .innerJoin('user', 'user.id', 'api_key.user_id')
    .leftJoin('group', 'group.id', 'user.group_id')
    // Not all of it, as thousands are read after each change.
    .select(['api_key.id', 'hash', 'old_hash', 'overlap_until', 'api_key.name', 'user_id', 'api_key.status'])
    .select(['expires_at', 'api_key.allow_models', 'api_key.allow_ips', 'group.allow_models as group_models'])
    .select(['user.allow_models as user_models', 'deny_models', 'allow_providers', 'user.allow_ips as user_ips'])
    .select(['user.status as user_status', 'billing', 'group_id', 'multiplier_micros'])
    .where('api_key.status', '<>', 'revoked')
    .execute()
  const entries = rows.map((row) => ({
    id: row.id,
    hash: row.hash,
    name: row.name,
    userId: row.user_id,
    groupId: row.group_id,
    billing: row.billing,
    status: row.status,
    userStatus: row.user_status,
    expiresAt: row.expires_at,
    allowModels: modelsWithin(
      [row.allow_models, row.user_models, row.group_models].map(readStrings),
      readStrings(row.deny_models) ?? [],
      names,
    ),
    allowProviders: readStrings(row.allow_providers),
    allowIps: [row.allow_ips, row.user_ips].map(readStrings).filter((list) => list !== null),
    multiplierMicros: row.multiplier_micros ?? ONE_MICROS,
  }))
  const replaced = rows.flatMap((row, n) => {
    const entry = entries[n]
    if (!entry || row.old_hash === null || row.overlap_until === null || row.overlap_until <= now) return []
    return [{ ...entry, hash: row.old_hash, expiresAt: Math.min(row.overlap_until, row.expires_at ?? Infinity) }]
  })
  return [...replaced, ...entries]
}

function modelEntry(model: Model, allowUnpriced: boolean): ModelEntry {
  const free = allowUnpriced ? UNPRICED : null
  const { id, aliases, displayName, vendor, context, maxOutput, createdAt, strategy } = model
  const laterPrices = model.laterPrices.map(({ from, price }) => ({ from, price: price ?? free }))
  const priced = { price: model.price ?? free, laterPrices }
  return { id, aliases, displayName, vendor, context, maxOutput, createdAt, strategy, ...priced }
}
