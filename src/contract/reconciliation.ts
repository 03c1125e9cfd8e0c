import { z } from 'zod'
import { count, exported, listOf, many, named, nothing, time, usd, zoned } from './common.ts'
import { endpoint } from './endpoint.ts'

/** A day as `2026-11-20`, or a month as `2026-11` where a bill says no more. */
const day = z.string().regex(/^\d{4}-\d{2}(-\d{2})?$/)

const period = { from: time, to: time, ...zoned, provider: many.optional() }

/** What is told apart beside the provider. */
export const RECONCILE_BY = ['provider', 'day', 'model'] as const
export type ReconcileBy = (typeof RECONCILE_BY)[number]

const reconciled = z.strictObject({
  provider: named,
  /** Null where days are not told apart. */
  day: day.nullable(),
  /** Null where models are not told apart; empty where the bill names none. */
  model: z.string().nullable(),
  requests: count,
  /** What we reckoned the requests cost upstream. */
  recorded: usd,
  /** What the provider billed, and the first and last day its lines are of; null without a bill. */
  billed: z.strictObject({ amount: usd, first: day, last: day }).nullable(),
  /** What was billed minus what we reckoned; null without a bill. */
  difference: usd.nullable(),
})
/** What was reckoned beside what was billed; a null `difference` says that there is no bill, not that the two agree. */
export type ReconciledRow = z.infer<typeof reconciled>

/** What we reckoned each provider's requests cost, beside what it billed. */
export const adminReconcile = endpoint({
  method: 'GET',
  path: '/api/admin/reconciliation',
  who: 'admin',
  summary: 'What the gateway reckoned for each provider beside what it billed, by provider, day or model.',
  query: z.strictObject({ ...period, by: z.enum(RECONCILE_BY).default('provider') }),
  answer: listOf(reconciled),
})

/** The columns of an export of the reconciliation, in order. */
export const RECONCILE_COLUMNS = [
  'day',
  'timezone',
  'provider',
  'model',
  'requests',
  'recorded',
  'billed',
  'difference',
] as const

/** The same as a file. */
export const adminExportReconciliation = endpoint({
  method: 'GET',
  path: '/api/admin/reconciliation/export',
  who: 'admin',
  summary: 'The reconciliation as a file: a row for each provider, day and model.',
  query: z.strictObject({ ...period, ...exported }),
  answer: z.string(),
  file: true,
})

/** Takes in what a provider billed. */
export const adminImportBill = endpoint({
  method: 'POST',
  path: '/api/admin/providers/{id}/bill',
  who: 'admin',
  summary:
    'Takes in a bill as CSV with a day and an amount in USD, and a model if it has one; a bill with a fault changes nothing.',
  body: z.strictObject({ csv: z.string().min(1).max(900_000), dry_run: z.boolean().default(true) }),
  answer: z.strictObject({
    lines: count,
    total: usd,
    /** The days it is of; what was there of them is replaced. Null when nothing can be read. */
    first: day.nullable(),
    last: day.nullable(),
    /** Names on the bill that no route of the provider leads to; they are kept as they are. */
    unknown_models: z.array(z.string()),
    /** `line` counts from 1, the line of names included. */
    problems: z.array(z.strictObject({ line: count, problem: z.string() })),
    applied: z.boolean(),
  }),
  maxBodyKib: 1024,
})

/** Takes a bill away again. */
export const adminDeleteBill = endpoint({
  method: 'DELETE',
  path: '/api/admin/providers/{id}/bill',
  who: 'admin',
  summary: 'Forgets what a provider billed for these days; for all of them when none are given.',
  query: z.strictObject({ first: z.iso.date().default('0000-01-01'), last: z.iso.date().default('9999-12-31') }),
  answer: nothing,
  status: 204,
})
