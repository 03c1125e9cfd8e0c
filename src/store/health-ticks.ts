import type { Kysely } from 'kysely'
import { observe } from '../core/histogram.ts'
import type { AttemptRecord, RequestRecord } from '../core/records.ts'
import { DAY_MS } from '../core/time.ts'
import type { Kind } from './row-kinds.ts'
import type { Tables } from './schema.ts'
import type { HealthTickRow } from './schema-requests.ts'
import { cellAt, type TickCell, type TickCells, tickOf, tickWriter } from './tick-cells.ts'
import { type Verdict, verdictOnAttempt, verdictOnRequest } from './verdicts.ts'

/** Twice the longest period that is shown, because it is compared with the one before. */
const KEPT_MS = 62 * DAY_MS

const KEY = ['bucket', 'provider_id', 'model', 'protocol'] as const
const SUMS = ['answered', 'failed', 'limited', 'passed_on', 'output', 'writing_ms'] as const

type Key = Pick<HealthTickRow, (typeof KEY)[number]>
type Sums = Pick<HealthTickRow, (typeof SUMS)[number]>
type Cell = TickCell<Key, Sums>
type Cells = TickCells<Key, Sums>

/** Adds requests and their attempts to ticks. Whoever calls holds the lock `settle`, as the histograms are text. */
export type AddToTicks = (tx: Kysely<Tables>, kinds: readonly Kind<RequestRecord>[]) => Promise<void>

/** A writer of `health_tick` for one database. */
export function healthTickWriter(): AddToTicks {
  const write = tickWriter<Key, Sums>({ table: 'health_tick', key: KEY, sums: SUMS, nameOf })
  return (tx, kinds) => write(tx, cellsOf(kinds))
}

/** Deletes what is too old to be shown. */
export async function purgeHealthTicks(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .deleteFrom('health_tick')
    .where('bucket', '<', now - KEPT_MS)
    .execute()
}

function nameOf({ bucket, provider_id, model, protocol }: Key): string {
  return `${bucket}\0${provider_id}\0${model}\0${protocol}`
}

function cellOf(cells: Cells, key: Key): Cell {
  const nothing = () => ({ key, sums: { answered: 0, failed: 0, limited: 0, passed_on: 0, output: 0, writing_ms: 0 } })
  return cellAt(cells, nameOf(key), nothing)
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
      near.asked = cellOf(cells, { bucket, provider_id, model, protocol })
    addSight(near.asked, verdict, record.stream, attempt)
    if (verdict !== 'answered' && isPassedOn(attempt, record.attempts)) near.asked.sums.passed_on += 1
  }
  const verdict = verdictOnRequest(record)
  if (verdict === null) return
  const bucket = tickOf(at)
  if (near.whole?.key.bucket !== bucket) near.whole = cellOf(cells, { bucket, provider_id: '', model, protocol })
  const { totalMs: endedMs, firstTokenMs, usage } = record
  addSight(near.whole, verdict, record.stream, { startedMs: 0, endedMs, firstTokenMs, usage })
}

/** Whether somebody else was asked after an attempt that failed. */
function isPassedOn({ n, providerId }: AttemptRecord, attempts: readonly AttemptRecord[]): boolean {
  return attempts.some((later) => later.n > n && later.decision === 'chosen' && later.providerId !== providerId)
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
