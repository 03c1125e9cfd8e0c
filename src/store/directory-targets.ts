import type { Kysely } from 'kysely'
import type { TargetEntry } from '../core/directory.ts'
import type { Timeouts } from '../core/routing.ts'
import type { Envelope } from '../vault/envelope.ts'
import { openSecret } from './credentials.ts'
import { originsOf } from './endpoints.ts'
import { readStrings } from './json.ts'
import { openLine } from './lines.ts'
import type { Model } from './model-view.ts'
import { credentialRows, endpointRows, type EndpointTimes, toEndpoint } from './provider-view.ts'
import type { CredentialRow, EndpointRow, ProviderRow } from './schema-providers.ts'
import type { Tables } from './schema.ts'

/** A credential whose secret does not open: its row or addresses were changed behind our back, or the master key is another. */
export type UnreadableCredential = { providerId: string; credentialId: string; name: string }

type Targets = { targets: TargetEntry[]; ways: TargetEntry[]; unreadable: UnreadableCredential[] }

/** Every route by every endpoint and every credential of its provider, those that are switched off among them; and the ways that are on, whatever is served there. */
export async function targetEntries(
  tx: Kysely<Tables>,
  models: readonly Model[],
  by: { envelope: Envelope; timeouts: Timeouts },
): Promise<Targets> {
  const providers = await tx.selectFrom('provider').selectAll().where('status', '<>', 'deleted').execute()
  const routes = Map.groupBy(await tx.selectFrom('route').selectAll().execute(), (row) => row.provider_id)
  const endpoints = Map.groupBy(await endpointRows(tx, null), (row) => row.provider_id)
  const credentials = Map.groupBy(await credentialRows(tx, null), (row) => row.provider_id)
  const byId = new Map(models.map((model) => [model.id, model]))
  const found: Targets = { targets: [], ways: [], unreadable: [] }
  for (const provider of providers) {
    const under = { endpoints: endpoints.get(provider.id) ?? [], credentials: credentials.get(provider.id) ?? [] }
    const ways = waysOf(provider, under, by.envelope, found.unreadable)
    for (const { times, ...way } of ways)
      if (way.enabled)
        found.ways.push({ model: '', upstreamName: '', ...way, timeouts: timeoutsOf(times, ANY_MODEL, by.timeouts) })
    for (const route of routes.get(provider.id) ?? []) {
      const model = byId.get(route.model_id)
      if (!model) continue
      const named = { model: model.id, upstreamName: route.upstream_name }
      found.targets.push(
        ...ways.map(({ times, ...way }) => ({
          ...named,
          ...way,
          enabled: way.enabled && route.enabled === 1,
          timeouts: timeoutsOf(times, model, by.timeouts),
        })),
      )
    }
  }
  return found
}

type Way = Omit<TargetEntry, 'model' | 'upstreamName' | 'timeouts'> & { times: EndpointTimes }

/** A provider's endpoints by its credentials, each secret opened once. */
function waysOf(
  row: ProviderRow,
  under: { endpoints: EndpointRow[]; credentials: CredentialRow[] },
  envelope: Envelope,
  unreadable: UnreadableCredential[],
): Way[] {
  const line = openLine(envelope, row)
  const provider = {
    id: row.id,
    name: row.name,
    preset: row.preset,
    multiplierMicros: row.multiplier_micros,
    allowPrivate: row.allow_private === 1,
    line: line ?? undefined,
    drainOnAbort: row.drain_on_abort === 1,
  }
  const origins = originsOf(under.endpoints)
  const endpoints = under.endpoints.map(toEndpoint)
  return under.credentials.flatMap((sealed) => {
    const enabled = row.status === 'active' && sealed.status !== 'disabled'
    // Without its proxy nothing may be sent there, as without its secret.
    const opened = line === null ? undefined : openSecret(envelope, sealed, origins)
    const secret = enabled ? opened : ''
    if (secret === undefined) {
      unreadable.push({ providerId: row.id, credentialId: sealed.id, name: sealed.name })
      return []
    }
    const credential = credentialOf(sealed, secret)
    return endpoints.map(({ times, ...endpoint }) => ({
      enabled,
      priority: row.priority,
      weight: row.weight,
      provider,
      endpoint,
      credential,
      times,
    }))
  })
}

function credentialOf(row: CredentialRow, secret: string): TargetEntry['credential'] {
  const { id, name, last4, priority, weight, status } = row
  const found =
    status === 'disabled'
      ? ({ status: 'active', reason: null, until: null } as const)
      : { status, reason: row.reason, until: row.cooldown_until }
  return { id, name, last4, secret, priority, weight, allowModels: readStrings(row.allow_models), found }
}

const ANY_MODEL = { firstTokenMs: null, idleMs: null }

/** The model's own word goes before the endpoint's: how long a first word takes depends on who thinks. */
function timeoutsOf(times: EndpointTimes, model: Pick<Model, 'firstTokenMs' | 'idleMs'>, standard: Timeouts): Timeouts {
  return {
    connectMs: times.connectMs ?? standard.connectMs,
    headersMs: times.headersMs ?? standard.headersMs,
    firstTokenMs: model.firstTokenMs ?? times.firstTokenMs ?? standard.firstTokenMs,
    idleMs: model.idleMs ?? times.idleMs ?? standard.idleMs,
    totalMs: times.totalMs ?? standard.totalMs,
  }
}
