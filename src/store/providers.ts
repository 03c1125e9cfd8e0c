import type { Kysely } from 'kysely'
import type { BalanceAnswer } from '../core/balance.ts'
import type { BillingType } from '../core/billing-type.ts'
import type { Line } from '../core/line.ts'
import type { Micros, Nanos } from '../core/money.ts'
import type { Finding, ProviderPart } from '../core/routing.ts'
import type { Clock } from '../core/time.ts'
import type { Envelope } from '../vault/envelope.ts'
import { writeBalance } from './balances.ts'
import {
  asInput,
  type CredentialInput,
  openSecret,
  planCredentials,
  writeCredentials,
  writeFinding,
} from './credentials.ts'
import type { Database } from './database.ts'
import { type EndpointInput, originsOf, planEndpoints, writeEndpoints } from './endpoints.ts'
import { canBeOverheard, type LineInput, lineColumns, openLine, type ShownLine } from './lines.ts'
import { setLimits } from './limits.ts'
import { forgetProvider } from './lists-of-gone.ts'
import type { NewModel } from './models.ts'
import { namesOf } from './names.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import { credentialRows, endpointRows, type Provider, readProviders } from './provider-view.ts'
import { type RouteInput, writeRoutes } from './routes.ts'
import type { CredentialRow, EndpointRow, ProviderRow, ProviderStatus } from './schema-providers.ts'
import type { Tables } from './schema.ts'
import { insertTrail, type Trail } from './trail.ts'

/** A provider to be made, with everything under it; without a line it is reached straight. */
export type NewProvider = {
  id: string
  slug: string
  name: string
  preset: string
  priority: number
  weight: number
  multiplierMicros: Micros
  allowPrivate: boolean
  drainOnAbort?: boolean | undefined
  billingType?: BillingType | undefined
  balanceAlert?: Nanos | null | undefined
  line?: LineInput | undefined
  note: string
  endpoints: readonly EndpointInput[]
  credentials: readonly CredentialInput[]
  routes: readonly RouteInput[]
  /** What is known of routed models that the catalogue may lack; those it has are left alone. */
  models?: readonly NewModel[] | undefined
}

/** A list that is given replaces the old one. `ifVersion` refuses the change when the provider has moved on. */
export type ProviderPatch = {
  ifVersion?: number | undefined
  name?: string | undefined
  status?: ProviderStatus | undefined
  priority?: number | undefined
  weight?: number | undefined
  multiplierMicros?: Micros | undefined
  allowPrivate?: boolean | undefined
  drainOnAbort?: boolean | undefined
  billingType?: BillingType | undefined
  balanceAlert?: Nanos | null | undefined
  line?: LineInput | undefined
  note?: string | undefined
  endpoints?: readonly EndpointInput[] | undefined
  credentials?: readonly CredentialInput[] | undefined
  routes?: readonly RouteInput[] | undefined
  models?: readonly NewModel[] | undefined
}

/**
 * `secret_needed`: a new credential, or one whose origins changed, came without its secret (`about` is its name);
 * `unknown_row`: an id that is not of this provider (`about` is the id).
 */
export type ProviderRefusal = 'slug_taken' | 'not_found' | 'version_conflict' | 'secret_needed' | 'unknown_row'

/** What administrators do with providers, and what the relay finds out about their credentials. */
export type Providers = {
  /** Everything under a provider in one transaction, or nothing. */
  create(provider: NewProvider, trail?: Trail): Promise<Outcome<Provider, ProviderRefusal>>
  patch(id: string, patch: ProviderPatch, trail?: Trail): Promise<Outcome<Provider, ProviderRefusal>>
  list(): Promise<Provider[]>
  get(id: string): Promise<Provider | undefined>
  /** What credentials are called today, by their ids; empty where one has no name. */
  credentialNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Deletes what is under the provider and hides it, from what accounts are allowed too; old requests keep its name. False when there is no such provider. */
  remove(id: string, trail?: Trail): Promise<boolean>
  /** The secret of a credential of the provider, or of its first that is on, rather one that does not rest; undefined when there is none that can be opened. */
  secretOf(id: string, credentialId?: string): Promise<string | undefined>
  /** The way out to a provider; undefined: straight; null: there is a proxy, but what it is to be told does not open. */
  lineOf(id: string): Promise<Line | undefined | null>
  /** Keeps what was found out about a credential; one that is gone or switched off is left alone. */
  saveFinding(credentialId: string, finding: Finding): Promise<void>
  /** Keeps what asking for the balance gave; nothing when the credential has got another secret than was asked with. */
  saveBalance(id: string, asked: { credentialId: string; secret: string; answer: BalanceAnswer }): Promise<void>
  /** Forgets what is kept of a credential of the provider, of an endpoint nothing is; undefined when the provider has no such part. */
  recover(id: string, part: ProviderPart, trail?: Trail): Promise<Provider | undefined>
}

/** Keeps `provider`, `endpoint`, `credential` and `route`, secrets sealed to the origins they may go to. */
export function providersIn(db: Database, clock: Clock, envelope: Envelope): Providers {
  return {
    create: (provider, trail) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        const nothing = { id: provider.id, line: null, endpoints: [], credentials: [] }
        const plan = planChange(nothing, provider, { envelope, now })
        if (!plan.ok) return plan
        const row = newRow(provider, now, envelope)
        const added = await tx
          .insertInto('provider')
          .values(row)
          .onConflict((it) => it.doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!added) return refuse('slug_taken', provider.slug)
        // A route may add its model, and two at once must not add the same.
        await db.engine.lock(tx, 'name_models')
        await writeUnder(tx, provider.id, plan.value, { patch: provider, now })
        await insertTrail(tx, trail, now)
        return done(await present(tx, provider.id, now))
      }),
    patch: (id, patch, trail) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        const [old] = await readProviders(tx, id, now)
        if (!old) return refuse('not_found')
        if (patch.ifVersion !== undefined && patch.ifVersion !== old.version) return refuse('version_conflict')
        const rows = { endpoints: await endpointRows(tx, id), credentials: await credentialRows(tx, id) }
        const plan = planChange({ id, line: old.line, ...rows }, patch, { envelope, now })
        if (!plan.ok) return plan
        if (!(await patchColumns(tx, old, patch, envelope))) return refuse('version_conflict')
        if (patch.routes) await db.engine.lock(tx, 'name_models')
        await writeUnder(tx, id, plan.value, { patch, now })
        await insertTrail(tx, trail, now)
        return done(await present(tx, id, now))
      }),
    list: () => readProviders(db.kysely, null, clock.now()),
    get: async (id) => (await readProviders(db.kysely, id, clock.now()))[0],
    credentialNames: (ids) => namesOf(db.kysely, 'credential', ids),
    remove: (id, trail) => remove(db, clock, id, trail),
    secretOf: async (id, credentialId) => {
      const origins = originsOf(await endpointRows(db.kysely, id))
      const credentials = await credentialRows(db.kysely, id)
      const meant =
        credentialId === undefined
          ? (credentials.find(({ status }) => status === 'active') ??
            credentials.find(({ status }) => status !== 'disabled'))
          : credentials.find((row) => row.id === credentialId)
      return meant && openSecret(envelope, meant, origins)
    },
    lineOf: async (id) => {
      const row = await db.kysely.selectFrom('provider').selectAll().where('id', '=', id).executeTakeFirst()
      return row && openLine(envelope, row)
    },
    saveFinding: (credentialId, finding) => writeFinding(db.kysely, credentialId, finding),
    saveBalance: (id, { credentialId, secret, answer }) =>
      db.transaction(async (tx) => {
        const origins = originsOf(await endpointRows(tx, id))
        const row = (await credentialRows(tx, id)).find((one) => one.id === credentialId)
        if (!row || openSecret(envelope, row, origins) !== secret) return
        await writeBalance(tx, row, { answer, now: clock.now() })
      }),
    recover: (id, part, trail) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        const [provider] = await readProviders(tx, id, now)
        const among = part.kind === 'credential' ? provider?.credentials : provider?.endpoints
        if (!among?.some((one) => one.id === part.id)) return undefined
        if (part.kind === 'credential') await writeFinding(tx, part.id, { status: 'active', reason: null, until: null })
        await insertTrail(tx, trail, now)
        return present(tx, id, now)
      }),
  }
}

type UnderRows = { endpoints: EndpointRow[]; credentials: CredentialRow[] }
/** The rows to put in place of the old ones; undefined where nothing changes. */
type UnderPlan = { [K in keyof UnderRows]: UnderRows[K] | undefined }

/** Works out what a change means for endpoints and credentials before anything is written. */
function planChange(
  present: { id: string; line: ShownLine | null } & UnderRows,
  patch: Pick<ProviderPatch, 'endpoints' | 'credentials' | 'line'>,
  by: { envelope: Envelope; now: number },
): Outcome<UnderPlan, 'secret_needed' | 'unknown_row'> {
  const endpoints = patch.endpoints && planEndpoints(present.id, present.endpoints, patch.endpoints, by.now)
  if (endpoints && 'unknown' in endpoints) return refuse('unknown_row', endpoints.unknown)
  const after = originsOf(endpoints?.rows ?? present.endpoints)
  const overheard = present.line !== null && canBeOverheard(present.line, patch.line, after)
  // New addresses concern the credentials too, even when none is named: their secrets are bound to the origins.
  const list = patch.credentials ?? ((patch.endpoints || overheard) && present.credentials.map(asInput))
  if (!list) return done({ endpoints: endpoints?.rows, credentials: undefined })
  const credentials = planCredentials({ providerId: present.id, present: present.credentials, now: by.now }, list, {
    envelope: by.envelope,
    before: overheard ? [] : originsOf(present.endpoints),
    after,
  })
  if ('refused' in credentials) return refuse(credentials.refused, credentials.about)
  return done({ endpoints: endpoints?.rows, credentials: credentials.rows })
}

async function writeUnder(
  tx: Kysely<Tables>,
  id: string,
  plan: UnderPlan,
  by: { patch: Pick<ProviderPatch, 'routes' | 'models'>; now: number },
): Promise<void> {
  if (plan.endpoints) await writeEndpoints(tx, id, plan.endpoints)
  if (plan.credentials) await writeCredentials(tx, id, plan.credentials)
  const { routes, models = [] } = by.patch
  if (routes) await writeRoutes(tx, { providerId: id, routes, models, now: by.now })
}

async function present(tx: Kysely<Tables>, id: string, now: number): Promise<Provider> {
  const [provider] = await readProviders(tx, id, now)
  if (!provider) throw new Error('A provider that was just written is missing.')
  return provider
}

/** False when somebody else changed the provider since it was read. */
async function patchColumns(
  tx: Kysely<Tables>,
  old: Provider,
  patch: ProviderPatch,
  envelope: Envelope,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('provider')
    .set({
      name: patch.name,
      status: patch.status,
      priority: patch.priority,
      weight: patch.weight,
      multiplier_micros: patch.multiplierMicros,
      allow_private: patch.allowPrivate === undefined ? undefined : Number(patch.allowPrivate),
      drain_on_abort: patch.drainOnAbort === undefined ? undefined : Number(patch.drainOnAbort),
      billing_type: patch.billingType,
      balance_alert_nanos: patch.balanceAlert,
      ...lineColumns(old.id, patch.line ?? {}, envelope),
      note: patch.note,
      version: old.version + 1,
    })
    .where('id', '=', old.id)
    .where('version', '=', old.version)
    .where('status', '<>', 'deleted')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

function remove(db: Database, clock: Clock, id: string, trail: Trail | undefined): Promise<boolean> {
  return db.transaction(async (tx) => {
    await db.engine.lock(tx, 'change_users')
    const { numUpdatedRows } = await tx
      .updateTable('provider')
      .set({ status: 'deleted' })
      .where('id', '=', id)
      .where('status', '<>', 'deleted')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    for (const under of ['endpoint', 'route'] as const) {
      await tx.deleteFrom(under).where('provider_id', '=', id).execute()
    }
    await writeCredentials(tx, id, [])
    await setLimits(tx, { subject: 'provider', subjectId: id }, [])
    await forgetProvider(tx, id)
    await insertTrail(tx, trail, clock.now())
    return true
  })
}

const STRAIGHT = { proxy_sealed: null, proxy_shown: null, ca_pem: null, http2: 0 }

function newRow(provider: NewProvider, now: number, envelope: Envelope): ProviderRow {
  return {
    id: provider.id,
    slug: provider.slug,
    name: provider.name,
    preset: provider.preset,
    status: 'active',
    priority: provider.priority,
    weight: provider.weight,
    multiplier_micros: provider.multiplierMicros,
    allow_private: Number(provider.allowPrivate),
    drain_on_abort: Number(provider.drainOnAbort ?? false),
    billing_type: provider.billingType ?? 'postpaid',
    balance_alert_nanos: provider.balanceAlert ?? null,
    ...STRAIGHT,
    ...lineColumns(provider.id, provider.line ?? {}, envelope),
    note: provider.note,
    version: 1,
    created_at: now,
  }
}
