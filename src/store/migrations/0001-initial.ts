import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import type { Tables } from '../schema.ts'
import { type Columns, index, table } from '../table.ts'

const USAGE = {
  input: 'bigint',
  cache_read: 'bigint',
  cache_write_5m: 'bigint',
  cache_write_1h: 'bigint',
  output: 'bigint',
  reasoning: 'bigint',
  audio_in: 'bigint',
  audio_out: 'bigint',
  image_in: 'bigint',
  image_out: 'bigint',
  used_requests: 'bigint',
  searches: 'bigint',
} as const satisfies Columns

/** The first schema: people, catalogue, upstream, requests with their hourly sums, settings, activity and audit. */
export async function up(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await people(db)
  await catalogue(db)
  await upstream(db)
  await requests(db)
  await rollups(db)
  await records(db)
  await engine.makeAppendOnly(db, 'audit')
}

async function people(db: Kysely<Tables>): Promise<void> {
  await table(db, 'user', ['id'], {
    id: 'text',
    email: 'text',
    email_key: 'text',
    name: 'text',
    role: 'text',
    status: 'text',
    password_hash: 'text',
    must_change_password: 'integer',
    locale: 'text?',
    timezone: 'text?',
    billing: 'text',
    note: 'text',
    preferences: 'text',
    created_at: 'bigint',
    last_login_at: 'bigint?',
  }).execute()
  await index(db, 'user', ['email_key'], 'unique')
  await table(db, 'session', ['id'], {
    id: 'text',
    family: 'text',
    user_id: 'text',
    access_hash: 'text',
    refresh_hash: 'text',
    user_agent: 'text',
    ip: 'text',
    created_at: 'bigint',
    last_seen_at: 'bigint',
    access_expires_at: 'bigint',
    refresh_expires_at: 'bigint',
    revoked_at: 'bigint?',
    revoke_reason: 'text?',
  })
    .addForeignKeyConstraint('session_user', ['user_id'], 'user', ['id'], (it) => it.onDelete('cascade'))
    .execute()
  await index(db, 'session', ['access_hash'], 'unique')
  await index(db, 'session', ['refresh_hash'], 'unique')
  await index(db, 'session', ['user_id', 'family'])
  await table(db, 'api_key', ['id'], {
    id: 'text',
    user_id: 'text',
    name: 'text',
    note: 'text',
    hash: 'text',
    prefix: 'text',
    last4: 'text',
    status: 'text',
    expires_at: 'bigint?',
    allow_models: 'text?',
    allow_ips: 'text?',
    created_at: 'bigint',
    last_used_at: 'bigint?',
    last_used_ip: 'text?',
    last_used_client: 'text?',
  })
    .addForeignKeyConstraint('api_key_user', ['user_id'], 'user', ['id'])
    .execute()
  await index(db, 'api_key', ['hash'], 'unique')
  await index(db, 'api_key', ['user_id'])
}

async function catalogue(db: Kysely<Tables>): Promise<void> {
  await table(db, 'model', ['id'], {
    id: 'text',
    display_name: 'text',
    vendor: 'text',
    kind: 'text',
    context: 'bigint?',
    max_output: 'bigint?',
    abilities: 'text',
    enabled: 'integer',
    price_version: 'text?',
    created_at: 'bigint',
  }).execute()
  await table(db, 'model_name', ['name'], { name: 'text', model_id: 'text' })
    .addForeignKeyConstraint('model_name_model', ['model_id'], 'model', ['id'], (it) => it.onDelete('cascade'))
    .execute()
  await index(db, 'model_name', ['model_id'])
  await table(db, 'price_version', ['id'], { id: 'text', model_id: 'text', effective_from: 'bigint' }).execute()
  await table(db, 'price', ['version', 'above_tokens', 'component'], {
    version: 'text',
    above_tokens: 'bigint',
    component: 'text',
    rate_nanos: 'bigint',
  })
    .addForeignKeyConstraint('price_of_version', ['version'], 'price_version', ['id'])
    .execute()
}

async function upstream(db: Kysely<Tables>): Promise<void> {
  await table(db, 'provider', ['id'], {
    id: 'text',
    slug: 'text',
    name: 'text',
    preset: 'text',
    status: 'text',
    priority: 'integer',
    weight: 'integer',
    multiplier_micros: 'bigint',
    allow_private: 'integer',
    note: 'text',
    version: 'integer',
    created_at: 'bigint',
  }).execute()
  // A slug is free again once its provider is deleted.
  await sql`create unique index provider_by_slug on provider (slug) where status <> 'deleted'`.execute(db)
  await table(db, 'endpoint', ['id'], {
    id: 'text',
    provider_id: 'text',
    dialect: 'text',
    base_url: 'text',
    capabilities: 'text',
  })
    .addForeignKeyConstraint('endpoint_provider', ['provider_id'], 'provider', ['id'])
    .execute()
  await index(db, 'endpoint', ['provider_id'])
  await table(db, 'credential', ['id'], {
    id: 'text',
    provider_id: 'text',
    name: 'text',
    secret_sealed: 'text',
    last4: 'text',
    status: 'text',
    reason: 'text?',
    priority: 'integer',
    weight: 'integer',
    last_used_at: 'bigint?',
  })
    .addForeignKeyConstraint('credential_provider', ['provider_id'], 'provider', ['id'])
    .execute()
  await index(db, 'credential', ['provider_id'])
  await table(db, 'route', ['id'], {
    id: 'text',
    provider_id: 'text',
    model_id: 'text',
    upstream_name: 'text',
    enabled: 'integer',
  })
    .addForeignKeyConstraint('route_provider', ['provider_id'], 'provider', ['id'])
    .addForeignKeyConstraint('route_model', ['model_id'], 'model', ['id'], (it) => it.onDelete('cascade'))
    .execute()
  await index(db, 'route', ['provider_id', 'model_id', 'upstream_name'], 'unique')
  await index(db, 'route', ['model_id'])
}

async function requests(db: Kysely<Tables>): Promise<void> {
  await table(db, 'request', ['id'], {
    id: 'text',
    at: 'bigint',
    user_id: 'text',
    key_id: 'text',
    client: 'text',
    ip: 'text',
    protocol_in: 'text',
    protocol_out: 'text',
    model_asked: 'text',
    model: 'text?',
    model_answered: 'text?',
    stream: 'integer',
    status: 'text',
    ended_as: 'text',
    http_status: 'integer',
    error_class: 'text?',
    error_message: 'text?',
    provider_id: 'text?',
    endpoint_id: 'text?',
    credential_id: 'text?',
    queue_ms: 'bigint',
    headers_ms: 'bigint?',
    first_token_ms: 'bigint?',
    total_ms: 'bigint',
    ...USAGE,
    usage_source: 'text',
    usage_raw: 'text?',
    cost_nanos: 'bigint',
    upstream_cost_nanos: 'bigint',
    price_version: 'text?',
    multiplier_micros: 'bigint',
    attempts_made: 'integer',
  }).execute()
  await index(db, 'request', ['at', 'id'])
  await index(db, 'request', ['user_id', 'at', 'id'])
  // The words are written out here and in the query: a partial index serves only what repeats its condition.
  await sql`create index request_failures on request (at) where status in ('failed', 'refused')`.execute(db)
  await table(db, 'attempt', ['request_id', 'n'], {
    request_id: 'text',
    n: 'integer',
    provider_id: 'text',
    provider_name: 'text',
    endpoint_id: 'text',
    credential_id: 'text',
    credential_last4: 'text',
    decision: 'text',
    reason: 'text?',
    started_ms: 'bigint',
    headers_ms: 'bigint?',
    first_token_ms: 'bigint?',
    ended_ms: 'bigint',
    http_status: 'integer?',
    error_class: 'text?',
    retryable: 'integer',
    ...USAGE,
    upstream_cost_nanos: 'bigint',
  }).execute()
}

async function rollups(db: Kysely<Tables>): Promise<void> {
  const key = {
    bucket: 'bigint',
    user_id: 'text',
    key_id: 'text',
    model: 'text',
    provider_id: 'text',
    client: 'text',
    protocol: 'text',
    status: 'text',
    http_status: 'integer',
  } as const satisfies Columns
  await table(db, 'rollup_hour', Object.keys(key), {
    ...key,
    requests: 'bigint',
    input: 'bigint',
    cache_read: 'bigint',
    cache_write: 'bigint',
    output: 'bigint',
    reasoning: 'bigint',
    cost_nanos: 'bigint',
    upstream_cost_nanos: 'bigint',
    first_token_hist: 'text',
    total_hist: 'text',
  }).execute()
  await index(db, 'rollup_hour', ['user_id', 'bucket'])
}

async function records(db: Kysely<Tables>): Promise<void> {
  await table(db, 'setting', ['key'], { key: 'text', value: 'text', version: 'integer' }).execute()
  await table(db, 'activity', ['id'], {
    id: 'text',
    at: 'bigint',
    user_id: 'text',
    kind: 'text',
    details: 'text',
    ip: 'text',
    user_agent: 'text',
  }).execute()
  await index(db, 'activity', ['user_id', 'id'])
  await table(db, 'audit', ['id'], {
    id: 'text',
    at: 'bigint',
    actor_id: 'text?',
    action: 'text',
    target_kind: 'text',
    target_id: 'text?',
    before: 'text?',
    after: 'text?',
    ip: 'text',
    client: 'text',
    request_id: 'text',
    outcome: 'text',
  }).execute()
}
