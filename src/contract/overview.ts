import { z } from 'zod'
import { ALERT_RULES } from '../core/alerts.ts'
import { DIALECTS } from '../core/protocol.ts'
import { BREAKER_STATES } from '../core/routing.ts'
import { HOUR_MS } from '../core/time.ts'
import { health, incident, OFFER_STATUSES } from './catalogue.ts'
import { count, listOf, maxConcurrency, time } from './common.ts'
import { endpoint } from './endpoint.ts'
import { limitState } from './limits.ts'
import { strip } from './provider-strips.ts'

/** A database that is away or behind is seen by the journal. */
const WATCHED = ALERT_RULES.filter((rule) => rule !== 'database_away')

/** What an operator should look at: what the alerts watch, and what only matters to somebody who is looking. */
export const ATTENTION_KINDS = [
  ...WATCHED,
  'breaker_open',
  'credential_missing',
  'limit_near',
  'journal',
  'keys_expiring',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

const attention = z.strictObject({
  kind: z.enum(ATTENTION_KINDS),
  severity: z.enum(['critical', 'warning']),
  /** Tells apart what is found wrong of the same kind. */
  subject: z.string(),
  /** Names, ids and figures that the sentence is made of; never a secret. */
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
})
/** Something that is wrong, or nearly so, at this moment: reckoned for each call, and gone once it is mended. */
export type Attention = z.infer<typeof attention>

export const adminOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  who: 'admin',
  summary: 'What needs attention now, and how much is going on at this moment.',
  query: z.strictObject({
    from: time,
    to: time,
  }),
  answer: z.strictObject({
    at: time,
    /** The worst first. */
    attention: z.array(attention),
    now: z.strictObject({
      /** Requests under way. */
      open_requests: count,
      /** Those and their like, minute by minute; the last one is not over yet. */
      minutes: z.array(
        z.strictObject({
          at: time,
          requests: count,
          /** Everything read and written. */
          tokens: count,
          /** Requests that more than one upstream was asked for. */
          switched: count,
        }),
      ),
    }),
    /** Who made requests in the period, of all who may. */
    users: z.strictObject({ active: count, all: count }),
  }),
})
/** `minutes` are the last 30; `users` is of the period asked for, everything else of this moment. */
export type OverviewView = z.infer<(typeof adminOverview)['answer']>

/** How a provider is doing: as users see it, or that it takes no requests. */
const MATRIX_STATUSES = [...OFFER_STATUSES, 'draining', 'disabled'] as const

/** How far back the strip of an endpoint goes, up to now, and how long each of its 60 ticks is. */
export const STRIP_MS = 12 * HOUR_MS
export const STRIP_TICK_MS = STRIP_MS / 60

const matrixRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  preset: z.string(),
  status: z.enum(MATRIX_STATUSES),
  /** Of what it was asked, over the last 24 hours, by the hour. */
  health,
  /** How often it was asked over the last 24 hours, and how often that failed, whether or not another provider answered then. */
  asked: count,
  failed: count,
  /** Of those that failed, the ones after which another provider was asked. */
  passed_on: count,
  /** Times of the last 24 hours in which it did not do as usual, the latest first. */
  incidents: z.array(incident),
  /** What it may charge and be asked, with what is used of it. */
  limits: z.array(limitState),
  endpoints: z.array(
    z.strictObject({
      id: z.string(),
      dialect: z.enum(DIALECTS),
      status: z.enum(MATRIX_STATUSES),
      breaker: z.enum(BREAKER_STATES),
      /** When a probe may go; null while the breaker is closed. */
      until: time.nullable(),
      in_flight: count,
      max_concurrency: maxConcurrency,
      /** Over the last 12 hours. */
      strip,
    }),
  ),
  /** Credentials that are on and cannot be used at present. */
  resting: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      last4: z.string(),
      status: z.enum(['cooling', 'invalid', 'exhausted']),
      until: time.nullable(),
    }),
  ),
  in_flight: count,
  /** Requests all its endpoints may have under way; null: any number. */
  limit: count.nullable(),
})
/** One provider: how it did over the last 24 hours, and what is known of it at this moment. */
export type MatrixRow = z.infer<typeof matrixRow>

export const adminHealthMatrix = endpoint({
  method: 'GET',
  // The console sends no token to paths with /health in them.
  path: '/api/admin/provider-health',
  who: 'admin',
  summary: 'How every provider and each of its endpoints did of late and does now, the worst first.',
  answer: listOf(matrixRow),
})
