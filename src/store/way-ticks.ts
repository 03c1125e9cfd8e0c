import type { Kysely } from 'kysely'
import { observe } from '../core/histogram.ts'
import type { AttemptRecord, RequestRecord } from '../core/records.ts'
import { DAY_MS } from '../core/time.ts'
import type { AddToTicks } from './health-ticks.ts'
import type { Kind } from './row-kinds.ts'
import type { Tables } from './schema.ts'
import type { WayTickRow } from './schema-requests.ts'
import { storableWord } from './text.ts'
import { cellAt, type TickCell, type TickCells, tickOf, tickWriter } from './tick-cells.ts'
import { verdictOnAttempt } from './verdicts.ts'

/** The longest period that is shown, and a day for its first tick. */
const KEPT_MS = 31 * DAY_MS

/** What stands for a refusal for haste, whatever its vendor called it. */
export const LIMITED = 'http_429'

const KEY = ['provider_id', 'bucket', 'endpoint_id', 'credential_id', 'outcome'] as const

type Key = Pick<WayTickRow, (typeof KEY)[number]>
type Sums = Pick<WayTickRow, 'attempts'>
type Cell = TickCell<Key, Sums>
type Cells = TickCells<Key, Sums>

/** A writer of `way_tick` for one database. */
export function wayTickWriter(): AddToTicks {
  const write = tickWriter<Key, Sums>({ table: 'way_tick', key: KEY, sums: ['attempts'], nameOf })
  return (tx, kinds) => write(tx, cellsOf(kinds))
}

/** Deletes what is too old to be shown. */
export async function purgeWayTicks(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .deleteFrom('way_tick')
    .where('bucket', '<', now - KEPT_MS)
    .execute()
}

function nameOf({ provider_id, bucket, endpoint_id, credential_id, outcome }: Key): string {
  return `${provider_id}\0${bucket}\0${endpoint_id}\0${credential_id}\0${outcome}`
}

function cellsOf(kinds: readonly Kind<RequestRecord>[]): Cells {
  const cells: Cells = new Map()
  let cell: Cell | undefined
  for (const { at, model, attempts } of kinds.flatMap(({ items }) => items)) {
    // As in the ticks of providers: what asked for no model of ours says nothing of how one does.
    if (model === null) continue
    for (const attempt of attempts) cell = addAttempt(cells, cell, attempt, at) ?? cell
  }
  return cells
}

/** Adds an attempt where it belongs, which mostly is where the one before it went; gives that place. */
function addAttempt(cells: Cells, near: Cell | undefined, attempt: AttemptRecord, at: number): Cell | undefined {
  const verdict = verdictOnAttempt(attempt)
  if (verdict === null) return undefined
  const outcome =
    verdict === 'answered' ? '' : verdict === 'limited' ? LIMITED : (storableWord(attempt.errorClass) ?? '')
  const cell = isOf(near, attempt, tickOf(at + attempt.startedMs), outcome)
    ? near
    : cellOf(cells, {
        provider_id: attempt.providerId,
        bucket: tickOf(at + attempt.startedMs),
        endpoint_id: attempt.endpointId,
        credential_id: attempt.credentialId,
        outcome,
      })
  cell.sums.attempts += 1
  if (attempt.firstTokenMs !== null) observe(cell.firstTokens, attempt.firstTokenMs - attempt.startedMs)
  return cell
}

function isOf(cell: Cell | undefined, attempt: AttemptRecord, bucket: number, outcome: string): cell is Cell {
  if (cell === undefined) return false
  const { key } = cell
  return (
    key.bucket === bucket &&
    key.outcome === outcome &&
    key.credential_id === attempt.credentialId &&
    key.endpoint_id === attempt.endpointId
  )
}

function cellOf(cells: Cells, key: Key): Cell {
  return cellAt(cells, nameOf(key), () => ({ key, sums: { attempts: 0 } }))
}
