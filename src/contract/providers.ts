import { z } from 'zod'
import { count, factor, listOf, nothing, isOnceEach, time, usd, waitMs } from './common.ts'
import { endpoint } from './endpoint.ts'
import { consent } from './limits.ts'
import { capability, dialect } from './presets.ts'
import { accountFields, balanceOfCredential, balanceOfProvider } from './provider-balance.ts'
import { providerHealth } from './provider-health.ts'

/** A template's `{name}` stands for what only the operator knows. */
const baseUrl = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((address) => !/[{}]/.test(address), 'what stands in {…} is to be filled in')

const endpointInput = z.strictObject({
  id: z.string().optional(),
  dialect,
  base_url: baseUrl,
  protocols: z.array(capability).min(1).optional(),
  /** How long it may take; null: as long as the gateway allows. What is left out of a saved endpoint stays as it is. */
  timeouts: z
    .strictObject({
      connect_ms: waitMs.nullable().optional(),
      headers_ms: waitMs.nullable(),
      first_token_ms: waitMs.nullable(),
      idle_ms: waitMs.nullable(),
      total_ms: waitMs.nullable(),
    })
    .optional(),
  /** Requests it may have under way; null: any number. */
  max_concurrency: z.int().min(1).max(100_000).nullable().optional(),
})

const credentialInput = z.strictObject({
  id: z.string().optional(),
  name: z.string().trim().min(1).max(64).default('main'),
  /** Write-only; needed for a new credential, or after its endpoint's origin changed. */
  secret: z.string().trim().min(1).max(8192).optional(),
  priority: z.int().min(1).max(1000).default(1),
  weight: z.int().min(1).max(1000).default(1),
  status: z.enum(['active', 'disabled']).default('active'),
  /** Catalogue names it may be used for; null: all. What is left out of a saved credential stays as it is. */
  allow_models: z.array(z.string().min(1).max(200)).max(2000).nullable().optional(),
})

const endpointInputs = z
  .array(endpointInput)
  .min(1)
  .max(8)
  .refine((rows) => isOnceEach(rows, ({ id }) => id), 'each row once')
const credentialInputs = z
  .array(credentialInput)
  .max(100)
  .refine((rows) => isOnceEach(rows, ({ id }) => id), 'each row once')

const routeInput = z.strictObject({
  model: z.string().trim().min(1).max(200),
  upstream_name: z.string().trim().min(1).max(200).optional(),
  enabled: z.boolean().default(true),
})

const timesOut = z.strictObject({
  connect_ms: count.nullable(),
  headers_ms: count.nullable(),
  first_token_ms: count.nullable(),
  idle_ms: count.nullable(),
  total_ms: count.nullable(),
})

/** A provider with everything under it, as it is answered. */
export const provider = z.strictObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  preset: z.string(),
  status: z.enum(['active', 'draining', 'disabled']),
  priority: count,
  weight: count,
  multiplier: factor,
  allow_private: z.boolean(),
  /** An answer whose caller leaves is read to its end, within bounds, so that its usage is exact. */
  drain_on_abort: z.boolean(),
  /** The address of the proxy it is reached through, without who asks; null: none. */
  proxy: z.string().nullable(),
  /** Certificates in PEM that are trusted beside the system's; null: none. */
  ca: z.string().nullable(),
  /** HTTP/2 is spoken where the provider offers it. */
  http2: z.boolean(),
  ...balanceOfProvider,
  note: z.string(),
  endpoints: z.array(
    z.strictObject({
      id: z.string(),
      dialect,
      base_url: z.string(),
      protocols: z.array(capability),
      timeouts: timesOut,
      max_concurrency: count.nullable(),
    }),
  ),
  credentials: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      last4: z.string(),
      status: z.enum(['active', 'cooling', 'invalid', 'exhausted', 'disabled']),
      reason: z.string().nullable(),
      priority: count,
      weight: count,
      allow_models: z.array(z.string()).nullable(),
      last_used_at: time.nullable(),
      ...balanceOfCredential,
    }),
  ),
  routes: z.array(
    z.strictObject({
      id: z.string(),
      model: z.string(),
      upstream_name: z.string(),
      enabled: z.boolean(),
      priced: z.boolean(),
    }),
  ),
  health: providerHealth,
  /** Bumped with every change; send it as `If-Match` to refuse a lost update. */
  version: z.int(),
  created_at: time,
})
/** A provider as administrators see it: of a secret only the last four characters come out; waits are milliseconds, null where the gateway’s own holds. */
export type Provider = z.infer<typeof provider>

/** Its user and password are write-only; sent back as it is shown, or left out, it stays as it is, and null takes it away. */
const proxyUrl = z.url({ protocol: /^(?:https?|socks5)$/ }).max(500)

const lineFields = {
  proxy: proxyUrl.nullable().optional(),
  ca: z.string().trim().min(1).max(64_000).nullable().optional(),
  http2: z.boolean().optional(),
}

const providerFields = {
  ...lineFields,
  name: z.string().trim().min(1).max(64),
  priority: z.int().min(1).max(1000),
  weight: z.int().min(1).max(1000),
  multiplier: factor,
  allow_private: z.boolean(),
  drain_on_abort: z.boolean(),
  ...accountFields,
  note: z.string().trim().max(500),
}

export const adminListProviders = endpoint({
  method: 'GET',
  path: '/api/admin/providers',
  who: 'admin',
  summary: 'Every provider with its endpoints, credentials (never their secrets) and routes.',
  answer: listOf(provider),
})

export const adminCreateProvider = endpoint({
  method: 'POST',
  path: '/api/admin/providers',
  who: 'admin',
  summary: 'Creates a provider with endpoints, credentials and routes in one step, or nothing of it.',
  body: z.strictObject({
    slug: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'lower-case letters, digits and hyphens'),
    name: providerFields.name,
    preset: z.string().max(40),
    priority: providerFields.priority.default(100),
    weight: providerFields.weight.default(1),
    multiplier: providerFields.multiplier.default('1'),
    allow_private: providerFields.allow_private.default(false),
    drain_on_abort: providerFields.drain_on_abort.default(false),
    /** Left out: as the preset says. */
    billing_type: providerFields.billing_type.optional(),
    balance_alert: providerFields.balance_alert.default(null),
    ...lineFields,
    note: providerFields.note.default(''),
    endpoints: endpointInputs.optional(),
    credentials: credentialInputs.default([]),
    routes: z.array(routeInput).max(2000).default([]),
  }),
  answer: provider,
  status: 201,
  maxBodyKib: 1024,
})
/** A provider to create, as callers write it; without endpoints it gets those of its preset. */
export type ProviderInput = z.input<typeof adminCreateProvider.body>

export const adminGetProvider = endpoint({
  method: 'GET',
  path: '/api/admin/providers/{id}',
  who: 'admin',
  summary: 'One provider.',
  answer: provider,
})

export const adminPatchProvider = endpoint({
  method: 'PATCH',
  path: '/api/admin/providers/{id}',
  who: 'admin',
  summary:
    'Changes a provider; a list that is given replaces the old one (rows with an id are kept and changed). Another address, proxy or certificate takes the own password.',
  versioned: true,
  body: z
    .strictObject({
      ...providerFields,
      status: z.enum(['active', 'draining', 'disabled']),
      endpoints: endpointInputs,
      credentials: credentialInputs,
      routes: z.array(routeInput).max(2000),
      ...consent,
    })
    .partial(),
  answer: provider,
  maxBodyKib: 1024,
})

export const adminDeleteProvider = endpoint({
  method: 'DELETE',
  path: '/api/admin/providers/{id}',
  who: 'admin',
  summary: 'Deletes a provider with its endpoints, credentials and routes; requests already made keep its name.',
  answer: nothing,
  status: 204,
})

/** What asking one endpoint with one credential gave. */
const probe = z.strictObject({
  dialect,
  base_url: z.string(),
  ok: z.boolean(),
  http_status: z.int().nullable(),
  ms: z.number(),
  /** What went wrong and what to do, in the caller's language; null when all is well. */
  detail: z.string().nullable(),
  /** The upstream's model names, at most 2,000; empty where it lists none. */
  models: z.array(z.string()),
})
export type Probe = z.infer<typeof probe>

const probes = z.strictObject({
  ok: z.boolean(),
  results: z.array(probe),
  /** The union of what was found, each with what the catalogue knows of it. */
  models: z.array(
    z.strictObject({
      id: z.string(),
      known: z.boolean(),
      priced: z.boolean(),
      routed: z.boolean(),
      /** What the built-in catalogue says: tokens, and USD per million of them; absent where it does not know the name. */
      reference: z
        .strictObject({
          context: count.nullable(),
          max_output: count.nullable(),
          input: usd.nullable(),
          output: usd.nullable(),
        })
        .optional(),
    }),
  ),
})
/** What trying every endpoint gave; `ok` only when none of them failed. */
export type Probes = z.infer<typeof probes>

export const adminProbeProvider = endpoint({
  method: 'POST',
  path: '/api/admin/providers/probe',
  who: 'admin',
  summary: 'Tries addresses and a secret that are not saved yet, and lists the models found.',
  body: z.strictObject({
    ...lineFields,
    preset: z.string().max(40),
    allow_private: z.boolean().default(false),
    endpoints: z.array(endpointInput).min(1).max(8),
    secret: z.string().trim().min(1).max(8192),
  }),
  answer: probes,
})

const named = z.string().min(1).max(64).optional()

export const adminTestProvider = endpoint({
  method: 'POST',
  path: '/api/admin/providers/{id}/test',
  who: 'admin',
  summary: 'Asks every endpoint of a saved provider with the first credential that is on, or the ones that are named.',
  query: z.strictObject({ endpoint: named, credential: named }),
  answer: probes,
})

export const adminDiscoverModels = endpoint({
  method: 'POST',
  path: '/api/admin/providers/{id}/discover',
  who: 'admin',
  summary: 'Lists the models a saved provider offers, and which of them are routed and priced.',
  answer: probes,
})
