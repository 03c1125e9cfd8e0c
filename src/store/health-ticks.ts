import type { Kysely } from 'kysely'
import { type ErrorCode, ERRORS } from '../core/errors.ts'
import { observe, readHistogram, writeHistogram } from '../core/histogram.ts'
import { type AttemptRecord, CALLED_OFF, type RequestRecord } from '../core/records.ts'
import { DAY_MS, MINUTE_MS } from '../core/time.ts'
import { bulkInsert, fewSizes } from './bulk-insert.ts'
import type { Tables } from './schema.ts'
import type { HealthTickRow } from './schema-requests.ts'

/** The finest grain health is kept in: it divides an hour, and a sixtieth of a day, of a week and of 30 days. */
export const HEALTH_TICK_MS = 12 * MINUTE_MS

/** Twice the longest period that is shown, because it is compared with the one before. */
const KEPT_MS = 62 * DAY_MS

const KEY = ['bucket', 'provider_id', 'model', 'protocol'] as const
const SUMS = ['answered', 'failed', 'limited', 'output', 'writing_ms'] as const

/** Cells go in by so many at once: engines bound the parameters of a statement. */
const SLICE = 200

/** What one request or attempt says of whoever was to answer it; null when it says nothing. */
type Verdict = 'answered' | 'failed' | 'limited' | null

/** One observation: whose it is, and what there was to measure. Times are milliseconds. */
type Sight = Pick<HealthTickRow, (typeof KEY)[number]> & {
  verdict: Exclude<Verdict, null>
  firstTokenMs: number | null
  output: number
  writingMs: number
}

/** Adds requests and their attempts to the ticks. Whoever calls holds the lock `settle`, as the histograms are text. */
type AddToHealthTicks = (tx: Kysely<Tables>, records: readonly RequestRecord[]) => Promise<void>

/** A writer of ticks for one database. */
export function healthTickWriter(): AddToHealthTicks {
  const insert = bulkInsert((tx, cells: readonly HealthTickRow[]) =>
    tx
      .insertInto('health_tick')
      .values(cells)
      .onConflict((it) =>
        it.columns(KEY).doUpdateSet((eb) => ({
          ...Object.fromEntries(SUMS.map((sum) => [sum, eb(`health_tick.${sum}`, '+', eb.ref(`excluded.${sum}`))])),
          first_token_hist: eb.ref('excluded.first_token_hist'),
        })),
      ),
  )
  return async (tx, records) => {
    const groups = Map.groupBy(records.flatMap(sightsOf), cellName)
    const cells = [...groups.values()].flatMap((sights) => cellOf(sights) ?? [])
    for (let at = 0; at < cells.length; at += SLICE) {
      const slice = cells.slice(at, at + SLICE)
      await insert(tx, await withStored(tx, slice))
    }
  }
}

/** Deletes what is too old to be shown. */
export async function purgeHealthTicks(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .deleteFrom('health_tick')
    .where('bucket', '<', now - KEPT_MS)
    .execute()
}

/** Cells with the histograms that are stored of them added to theirs. */
async function withStored(tx: Kysely<Tables>, cells: readonly HealthTickRow[]): Promise<HealthTickRow[]> {
  const all = <K extends keyof HealthTickRow>(column: K) => fewSizes(cells.map((cell) => cell[column]))
  // Some more than asked for, in one query.
  const rows = await tx
    .selectFrom('health_tick')
    .select([...KEY, 'first_token_hist'])
    .where('bucket', 'in', all('bucket'))
    .where('provider_id', 'in', all('provider_id'))
    .execute()
  const old = new Map(rows.map((row) => [cellName(row), row.first_token_hist]))
  return cells.map((cell) => ({
    ...cell,
    first_token_hist: writeHistogram(readHistogram(`${old.get(cellName(cell)) ?? ''},${cell.first_token_hist}`)),
  }))
}

function cellName(cell: Pick<HealthTickRow, (typeof KEY)[number]>): string {
  return JSON.stringify(KEY.map((column) => cell[column]))
}

function cellOf(sights: readonly Sight[]): HealthTickRow | undefined {
  const [first] = sights
  if (!first) return undefined
  const { bucket, provider_id, model, protocol } = first
  const firstTokens = new Map<number, number>()
  const sum = { answered: 0, failed: 0, limited: 0, output: 0, writing_ms: 0 }
  for (const { verdict, firstTokenMs, output, writingMs } of sights) {
    sum[verdict === 'answered' ? 'answered' : 'failed'] += 1
    if (verdict === 'limited') sum.limited += 1
    sum.output += output
    sum.writing_ms += writingMs
    if (firstTokenMs !== null) observe(firstTokens, firstTokenMs)
  }
  return { bucket, provider_id, model, protocol, ...sum, first_token_hist: writeHistogram(firstTokens) }
}

/** What a request shows: of each provider that was asked, and of the model as its caller saw it. */
function sightsOf(record: RequestRecord): Sight[] {
  const { model, protocolIn: protocol } = record
  if (model === null) return []
  const asked = record.attempts.flatMap((attempt) => {
    const verdict = verdictOnAttempt(attempt)
    if (verdict === null) return []
    const bucket = tickOf(record.at + attempt.startedMs)
    return [{ bucket, provider_id: attempt.providerId, model, protocol, verdict, ...pace(record, attempt) }]
  })
  const verdict = verdictOnRequest(record)
  if (verdict === null) return asked
  const whole = { startedMs: 0, endedMs: record.totalMs, firstTokenMs: record.firstTokenMs, usage: record.usage }
  return [...asked, { bucket: tickOf(record.at), provider_id: '', model, protocol, verdict, ...pace(record, whole) }]
}

/** The start of the tick that holds a moment. */
function tickOf(ms: number): number {
  return Math.floor(ms / HEALTH_TICK_MS) * HEALTH_TICK_MS
}

type Timed = Pick<AttemptRecord, 'startedMs' | 'endedMs' | 'firstTokenMs' | 'usage'>

/** Only from its first token on does a stream write; an answer in one piece shows no more than how long all of it took. */
function pace({ stream }: RequestRecord, { startedMs, endedMs, firstTokenMs, usage }: Timed) {
  const writingMs = Math.round(endedMs - (stream ? (firstTokenMs ?? endedMs) : startedMs))
  const measured = usage.output > 0 && writingMs > 0
  return {
    firstTokenMs: firstTokenMs === null ? null : firstTokenMs - startedMs,
    output: measured ? usage.output : 0,
    writingMs: measured ? writingMs : 0,
  }
}

function verdictOnAttempt(attempt: AttemptRecord): Verdict {
  if (attempt.decision === 'skipped') return null
  const { errorClass, httpStatus, retryable } = attempt
  if (errorClass === null) return 'answered'
  // A class that is an error of ours: nothing could be said to the upstream.
  if (Object.hasOwn(ERRORS, errorClass)) return null
  if (GIVEN_UP.has(errorClass)) return attempt.firstTokenMs === null ? null : 'answered'
  // A refusal that no other upstream is asked about is the caller's own; to give it, one must be well.
  if (errorClass.startsWith('http_') && !retryable) return 'answered'
  return httpStatus === 429 ? 'limited' : 'failed'
}

const GIVEN_UP: ReadonlySet<string> = new Set(CALLED_OFF)

function verdictOnRequest({ status, end, errorClass, httpStatus, firstTokenMs }: RequestRecord): Verdict {
  if (status === 'succeeded') return 'answered'
  if (status === 'cancelled' || end === 'limit') return firstTokenMs === null ? null : 'answered'
  if (errorClass !== null && NO_ANSWER.has(errorClass)) return errorClass === 'upstream_busy' ? 'limited' : 'failed'
  if (end === 'gateway_error' || (httpStatus >= 400 && httpStatus < 500)) return null
  return 'failed'
}

/** Errors of ours that say no upstream could answer. */
const NO_ANSWER: ReadonlySet<string> = new Set([
  'no_upstream',
  'upstream_failed',
  'upstream_refused_us',
  'model_gone',
  'upstream_busy',
  'upstream_broke',
  'upstream_timeout',
] satisfies ErrorCode[])
