import type { Kysely } from 'kysely'
import type { DirectoryData, KeyEntry, ModelEntry, TargetEntry } from '../core/directory.ts'
import { ONE_MICROS } from '../core/money.ts'
import type { Envelope } from '../vault/envelope.ts'
import { openSecret } from './credentials.ts'
import type { Database } from './database.ts'
import { originsOf } from './endpoints.ts'
import { readStrings } from './json.ts'
import { readModels } from './model-view.ts'
import { credentialRows, endpointRows, toEndpoint } from './provider-view.ts'
import type { CredentialRow, EndpointRow, ProviderRow, Tables } from './schema.ts'

/** A credential whose secret does not open: its row or addresses were changed behind our back, or the master key is another. */
export type UnreadableCredential = { providerId: string; credentialId: string; name: string }

/** Everything the relay decides by, read in one transaction; credentials that cannot be opened are left out and named. */
export function readDirectory(
  db: Database,
  envelope: Envelope,
): Promise<{ data: DirectoryData; unreadable: UnreadableCredential[] }> {
  return db.transaction(async (tx) => {
    const keys = await keyEntries(tx)
    const models = await modelEntries(tx)
    const { targets, unreadable } = await targetEntries(tx, new Set(models.map((model) => model.id)), envelope)
    return { data: { keys, models, targets }, unreadable }
  })
}

async function keyEntries(tx: Kysely<Tables>): Promise<KeyEntry[]> {
  const rows = await tx
    .selectFrom('api_key')
    .innerJoin('user', 'user.id', 'api_key.user_id')
    .selectAll('api_key')
    .select('user.status as user_status')
    .where('api_key.status', '<>', 'revoked')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    hash: row.hash,
    name: row.name,
    userId: row.user_id,
    status: row.status,
    userStatus: row.user_status,
    expiresAt: row.expires_at,
    allowModels: readStrings(row.allow_models),
    allowIps: readStrings(row.allow_ips),
    multiplierMicros: ONE_MICROS,
  }))
}

async function modelEntries(tx: Kysely<Tables>): Promise<ModelEntry[]> {
  const models = await readModels(tx, null)
  return models
    .filter((model) => model.enabled)
    .map(({ id, aliases, displayName, vendor, context, maxOutput, createdAt, price }) => ({
      id,
      aliases,
      displayName,
      vendor,
      context,
      maxOutput,
      createdAt,
      price,
    }))
}

type Targets = { targets: TargetEntry[]; unreadable: UnreadableCredential[] }

/** Every enabled route by every endpoint and every usable credential of its provider. */
async function targetEntries(tx: Kysely<Tables>, models: ReadonlySet<string>, envelope: Envelope): Promise<Targets> {
  const providers = await tx.selectFrom('provider').selectAll().where('status', '=', 'active').execute()
  const routes = await tx.selectFrom('route').selectAll().where('enabled', '=', 1).execute()
  const endpoints = Map.groupBy(await endpointRows(tx, null), (row) => row.provider_id)
  const credentials = Map.groupBy(await credentialRows(tx, null), (row) => row.provider_id)
  const found: Targets = { targets: [], unreadable: [] }
  for (const provider of providers) {
    const under = { endpoints: endpoints.get(provider.id) ?? [], credentials: credentials.get(provider.id) ?? [] }
    const ways = waysOf(provider, under, envelope, found.unreadable)
    const own = routes.filter((route) => route.provider_id === provider.id && models.has(route.model_id))
    for (const route of own) {
      const named = { model: route.model_id, upstreamName: route.upstream_name }
      found.targets.push(...ways.map((way) => ({ ...named, ...way })))
    }
  }
  return found
}

type Way = Omit<TargetEntry, 'model' | 'upstreamName'>

/** A provider's endpoints by its credentials, each secret opened once. */
function waysOf(
  row: ProviderRow,
  under: { endpoints: EndpointRow[]; credentials: CredentialRow[] },
  envelope: Envelope,
  unreadable: UnreadableCredential[],
): Way[] {
  const provider = {
    id: row.id,
    name: row.name,
    preset: row.preset,
    multiplierMicros: row.multiplier_micros,
    allowPrivate: row.allow_private === 1,
  }
  const origins = originsOf(under.endpoints)
  const endpoints = under.endpoints.map(toEndpoint)
  const usable = under.credentials.filter((credential) => credential.status !== 'disabled')
  return usable.flatMap((sealed) => {
    const secret = openSecret(envelope, sealed, origins)
    if (secret === undefined) {
      unreadable.push({ providerId: row.id, credentialId: sealed.id, name: sealed.name })
      return []
    }
    const { id, last4, priority, weight } = sealed
    const credential = { id, last4, secret, priority, weight }
    return endpoints.map((endpoint) => ({
      priority: row.priority,
      weight: row.weight,
      provider,
      endpoint,
      credential,
    }))
  })
}
