import type { Kysely } from 'kysely'
import { ERRORS } from '../core/error-catalogue.ts'
import type { ErrorCode } from '../core/errors.ts'
import { type Histogram, observe, readHistogram, writeHistogram } from '../core/histogram.ts'
import { type AttemptRecord, CALLED_OFF, type RequestRecord } from '../core/records.ts'
import { DAY_MS, MINUTE_MS } from '../core/time.ts'
import { bulkInsert, fewSizes, slicesOf } from './bulk-insert.ts'
import type { Kind } from './row-kinds.ts'
import type { Tables } from './schema.ts'
import type { HealthTickRow } from './schema-requests.ts'
import { writtenOnce } from './written.ts'

/** The finest grain health is kept in: it divides an hour, and a sixtieth of a day, of a week and of 30 days. */
export const HEALTH_TICK_MS = 12 * MINUTE_MS

/** Twice the longest period that is shown, because it is compared with the one before. */
const KEPT_MS = 62 * DAY_MS

const KEY = ['bucket', 'provider_id', 'model', 'protocol'] as const
const SUMS = ['answered', 'failed', 'limited', 'output', 'writing_ms'] as const

/** Cells are looked for by so many at once: engines bound the parameters of a statement. */
const SLICE = 200

/** What one request or attempt says of whoever was to answer it; null when it says nothing. */
type Verdict = 'answered' | 'failed' | 'limited' | null

type Key = Pick<HealthTickRow, (typeof KEY)[number]>
type Sums = Pick<HealthTickRow, (typeof SUMS)[number]>
/** What is summed of some requests, until it is written. */
type Cell = { key: Key; sums: Sums; firstTokens: Histogram }
/** By name, in which no part holds what separates them: no column holds a NUL. */
type Cells = Map<string, Cell>

/** Adds requests and their attempts to the ticks. Whoever calls holds the lock `settle`, as the histograms are text. */
type AddToHealthTicks = (tx: Kysely<Tables>, kinds: readonly Kind<RequestRecord>[]) => Promise<void>

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
  const stored = storedHistograms()
  return async (tx, kinds) => {
    const cells = cellsOf(kinds)
    for (const slice of slicesOf([...cells], SLICE)) {
      const keys = slice.map(([, { key }]) => key)
      const histograms = await stored(tx, keys)
      const rows = slice.map(([name, cell]) => rowOf(cell, histograms.get(name)))
      await insert(tx, rows)
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

/** Gives the histograms that are stored of cells like these, by name: some more than asked for, in one query. */
function storedHistograms() {
  const ask = writtenOnce()
  return async (tx: Kysely<Tables>, keys: readonly Key[]): Promise<ReadonlyMap<string, string>> => {
    const buckets = fewSizes(keys.map(({ bucket }) => bucket))
    const providers = fewSizes(keys.map(({ provider_id }) => provider_id))
    const { rows } = await ask(tx, {
      form: `${buckets.length},${providers.length}`,
      build: () =>
        tx
          .selectFrom('health_tick')
          .select([...KEY, 'first_token_hist'])
          .where('bucket', 'in', buckets)
          .where('provider_id', 'in', providers),
      parameters: [...buckets, ...providers],
    })
    return new Map(rows.map((row) => [cellName(row), row.first_token_hist]))
  }
}

function cellName({ bucket, provider_id, model, protocol }: Key): string {
  return `${bucket}\0${provider_id}\0${model}\0${protocol}`
}

function cellAt(cells: Cells, key: Key): Cell {
  const name = cellName(key)
  const known = cells.get(name)
  if (known) return known
  const sums = { answered: 0, failed: 0, limited: 0, output: 0, writing_ms: 0 }
  const cell = { key, sums, firstTokens: new Map() }
  cells.set(name, cell)
  return cell
}

/** A cell as its row is to be, what is stored of its histogram added to its own. */
function rowOf({ key, sums, firstTokens }: Cell, stored: string | undefined): HealthTickRow {
  if (stored !== undefined) readHistogram(stored, firstTokens)
  return { ...key, ...sums, first_token_hist: writeHistogram(firstTokens) }
}

/** The requests of a batch summed by cell, so that each cell is written once. */
function cellsOf(kinds: readonly Kind<RequestRecord>[]): Cells {
  const cells: Cells = new Map()
  for (const { items } of kinds) {
    const near: Near = { asked: undefined, whole: undefined }
    for (const record of items) addRequest(cells, near, record)
  }
  return cells
}

/** Where the last attempt and the last request of a kind went: the next ones mostly go there too, and a name costs more than a look. */
type Near = { asked: Cell | undefined; whole: Cell | undefined }

/** Adds what a request shows: of each provider that was asked, and of the model as its caller saw it. */
function addRequest(cells: Cells, near: Near, record: RequestRecord): void {
  const { model, protocolIn: protocol, at } = record
  if (model === null) return
  for (const attempt of record.attempts) {
    const verdict = verdictOnAttempt(attempt)
    if (verdict === null) continue
    const [bucket, provider_id] = [tickOf(at + attempt.startedMs), attempt.providerId]
    if (near.asked?.key.bucket !== bucket || near.asked.key.provider_id !== provider_id)
      near.asked = cellAt(cells, { bucket, provider_id, model, protocol })
    addSight(near.asked, verdict, record.stream, attempt)
  }
  const verdict = verdictOnRequest(record)
  if (verdict === null) return
  const bucket = tickOf(at)
  if (near.whole?.key.bucket !== bucket) near.whole = cellAt(cells, { bucket, provider_id: '', model, protocol })
  const { totalMs: endedMs, firstTokenMs, usage } = record
  addSight(near.whole, verdict, record.stream, { startedMs: 0, endedMs, firstTokenMs, usage })
}

type Timed = Pick<AttemptRecord, 'startedMs' | 'endedMs' | 'firstTokenMs' | 'usage'>

/** Only from its first token on does a stream write; an answer in one piece shows no more than how long all of it took. */
function addSight({ sums, firstTokens }: Cell, verdict: NonNullable<Verdict>, stream: boolean, sight: Timed): void {
  const { startedMs, endedMs, firstTokenMs, usage } = sight
  sums[verdict === 'answered' ? 'answered' : 'failed'] += 1
  if (verdict === 'limited') sums.limited += 1
  const writingMs = Math.round(endedMs - (stream ? (firstTokenMs ?? endedMs) : startedMs))
  if (usage.output > 0 && writingMs > 0) {
    sums.output += usage.output
    sums.writing_ms += writingMs
  }
  if (firstTokenMs !== null) observe(firstTokens, firstTokenMs - startedMs)
}

/** The start of the tick that holds a moment. */
function tickOf(ms: number): number {
  return Math.floor(ms / HEALTH_TICK_MS) * HEALTH_TICK_MS
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
