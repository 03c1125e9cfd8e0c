import { type Kysely, sql } from 'kysely'
import { type Histogram, mergeInto, observe, writeHistogram } from '../core/histogram.ts'
import type { RequestRecord } from '../core/records.ts'
import { dayOf, hourOf, monthOf } from '../core/time.ts'
import { bulkInsert, slicesOf } from './bulk-insert.ts'
import { attemptsMade, type ColumnsOf } from './request-rows.ts'
import type { Kind } from './row-kinds.ts'
import type { Tables } from './schema.ts'
import type { RollupHourRow } from './schema-requests.ts'
import { placesFor } from './value-places.ts'
import { writtenOnce } from './written.ts'

/** What tells cells apart, in the order of the tables' key. */
const KEY_TYPES = {
  bucket: 'bigint',
  user_id: 'text',
  key_id: 'text',
  model: 'text',
  provider_id: 'text',
  client: 'text',
  protocol: 'text',
  status: 'text',
  http_status: 'bigint',
  endpoint_id: 'text',
  credential_id: 'text',
} as const satisfies ColumnsOf<RollupHourRow>
const KEY = Object.keys(KEY_TYPES) as (keyof typeof KEY_TYPES)[]

const COUNTS = [
  'requests',
  'attempts',
  'switched',
  'input',
  'cache_read',
  'cache_write',
  'output',
  'reasoning',
  'media',
] as const
const MONEY = ['cost_nanos', 'upstream_cost_nanos'] as const
const SUMS = [...COUNTS, ...MONEY] as const

const NOTHING: Sums = {
  requests: 0,
  attempts: 0,
  switched: 0,
  input: 0,
  cache_read: 0,
  cache_write: 0,
  output: 0,
  reasoning: 0,
  media: 0,
  cost_nanos: 0n,
  upstream_cost_nanos: 0n,
}

/** Cells are looked for by so many at once: engines bound the parameters of a statement. */
const SLICE = 200

/** What is added up of cells; histograms are texts. */
export const SUM_COLUMNS = [...SUMS, 'first_token_hist', 'total_hist'] as const

/** The tables of sums. A bucket is a UTC hour, day or month; those of all people tell none of them apart, and of hours no client or way. */
export type Rollup = 'rollup_hour' | 'rollup_day' | 'rollup_month' | 'rollup_hour_all' | 'rollup_day_all'

/**
 * Adds requests to the sums of their hour, day and month, each person's and those of all. Whoever calls holds the lock `settle`:
 * histograms are text, which no database can add up in one statement.
 */
type AddToRollups = (tx: Kysely<Tables>, kinds: readonly Kind<RequestRecord>[]) => Promise<void>

/** A writer of sums for one database. */
export function rollupWriter(): AddToRollups {
  const add = {
    hours: adderTo('rollup_hour'),
    days: adderTo('rollup_day'),
    months: adderTo('rollup_month'),
    hoursOfAll: adderTo('rollup_hour_all'),
    daysOfAll: adderTo('rollup_day_all'),
  }
  return async (tx, kinds) => {
    const hours = cellsOf(kinds)
    const all = regrouped(hours, ofAll)
    const [days, hoursOfAll, daysOfAll] = [regrouped(hours, ofDay), regrouped(all, withoutWays), regrouped(all, ofDay)]
    await add.hours(tx, hours)
    await add.days(tx, days)
    await add.months(tx, regrouped(days, ofMonth))
    await add.hoursOfAll(tx, hoursOfAll)
    await add.daysOfAll(tx, daysOfAll)
  }
}

function adderTo(rollup: Rollup) {
  const insert = bulkInsert((tx, cells: readonly RollupHourRow[]) =>
    tx
      .insertInto(rollup)
      .values(cells)
      .onConflict((it) =>
        it.columns(KEY).doUpdateSet((eb) => ({
          ...Object.fromEntries(SUMS.map((sum) => [sum, eb(`${rollup}.${sum}`, '+', eb.ref(`excluded.${sum}`))])),
          first_token_hist: eb.ref('excluded.first_token_hist'),
          total_hist: eb.ref('excluded.total_hist'),
        })),
      ),
  )
  const stored = storedIn(rollup)
  return async (tx: Kysely<Tables>, cells: Cells) => {
    for (const slice of slicesOf([...cells.values()], SLICE)) {
      const histograms = await stored(tx, slice)
      await insert(
        tx,
        slice.map((cell, at) => rowOf(cell, histograms.get(at))),
      )
    }
  }
}

type Histograms = Pick<RollupHourRow, 'first_token_hist' | 'total_hist'>

/** Gives the histograms that are stored of cells, by their place: one look into the key for each, as lists of users and keys would be looked for crosswise. */
function storedIn(rollup: Rollup) {
  const ask = writtenOnce()
  const columns = { number: 'bigint', ...KEY_TYPES } as const
  const names = sql.join(Object.keys(columns).map((column) => sql.ref(column)))
  const isSame = sql.join(
    KEY.map((column) => sql`${sql.ref(`${rollup}.${column}`)} = ${sql.ref(`wanted.${column}`)}`),
    sql` and `,
  )
  return async (tx: Kysely<Tables>, cells: readonly Cell[]): Promise<ReadonlyMap<number, Histograms>> => {
    const places = 2 ** Math.ceil(Math.log2(cells.length))
    const parameters = cells.flatMap(({ key }, at) => [at, ...KEY.map((column) => key[column])])
    const statement = () =>
      sql<Histograms & { number: number }>`with wanted(${names}) as (values ${placesFor(columns, places)})
        select number, first_token_hist, total_hist from wanted cross join ${sql.table(rollup)} where ${isSame}`
    const { rows } = await ask(tx, {
      form: places,
      build: () => ({ compile: () => statement().compile(tx) }),
      // There are statements for few numbers of cells only: the places that are left find nothing.
      parameters: [...parameters, ...Array<null>((places - cells.length) * Object.keys(columns).length).fill(null)],
    })
    return new Map(rows.map((row) => [row.number, row]))
  }
}

type Key = Pick<RollupHourRow, keyof typeof KEY_TYPES>
type Sums = Pick<RollupHourRow, (typeof SUMS)[number]>
/** What is summed of some requests, until it is written. */
type Cell = { key: Key; sums: Sums; firstTokens: Histogram; totals: Histogram }
/** By name, in which no part holds what separates them: no column holds a NUL. */
type Cells = Map<string, Cell>

function cellName(key: Key): string {
  const whose = `${key.bucket}\0${key.user_id}\0${key.key_id}\0${key.model}\0${key.client}\0${key.protocol}`
  return `${whose}\0${key.status}\0${key.http_status}\0${key.provider_id}\0${key.endpoint_id}\0${key.credential_id}`
}

function cellAt(cells: Cells, key: Key): Cell {
  const name = cellName(key)
  const known = cells.get(name)
  if (known) return known
  const cell = { key, sums: { ...NOTHING }, firstTokens: new Map(), totals: new Map() }
  cells.set(name, cell)
  return cell
}

/** The requests of a batch summed by cell, so that each cell is written once. Those of a kind stand in one, but for the hour. */
function cellsOf(kinds: readonly Kind<RequestRecord>[]): Cells {
  const cells: Cells = new Map()
  for (const { items } of kinds) {
    let cell: Cell | undefined
    for (const record of items) {
      if (cell?.key.bucket !== hourOf(record.at)) cell = cellAt(cells, keyOf(record))
      addRequest(cell, record)
      movePaid(cells, cell.key, record)
    }
  }
  return cells
}

/** A request stands where it was answered; what others were paid for it, such as the loser of a hedge, where it was paid. */
function movePaid(cells: Cells, own: Key, record: RequestRecord): void {
  if (attemptsMade(record) < 2) return
  for (const { providerId, endpointId, credentialId, upstreamCostNanos } of record.attempts) {
    if (upstreamCostNanos === 0n) continue
    const there = { ...own, provider_id: providerId, endpoint_id: endpointId, credential_id: credentialId }
    cellAt(cells, own).sums.upstream_cost_nanos -= upstreamCostNanos
    cellAt(cells, there).sums.upstream_cost_nanos += upstreamCostNanos
  }
}

const ofDay = (key: Key): Key => ({ ...key, bucket: dayOf(key.bucket) })

const ofMonth = (key: Key): Key => ({ ...key, bucket: monthOf(key.bucket) })

/** Nobody's in particular, with the ways they went: those of a day are few still. */
const ofAll = (key: Key): Key => ({ ...key, user_id: '', key_id: '', protocol: '' })

const withoutWays = (key: Key): Key => ({ ...key, client: '', endpoint_id: '', credential_id: '' })

/** Sums under other names: those that have the same become one, and the others stay what they are. */
function regrouped(cells: Cells, renamed: (key: Key) => Key): Cells {
  const groups: Cells = new Map()
  const own = new Set<Cell>()
  for (const cell of cells.values()) {
    const key = renamed(cell.key)
    const name = cellName(key)
    const known = groups.get(name)
    if (!known) {
      groups.set(name, { ...cell, key })
      continue
    }
    const into = own.has(known) ? known : copyOf(known)
    own.add(into)
    groups.set(name, into)
    addCell(into, cell)
  }
  return groups
}

function copyOf({ key, sums, firstTokens, totals }: Cell): Cell {
  return { key, sums: { ...sums }, firstTokens: new Map(firstTokens), totals: new Map(totals) }
}

function addCell(into: Cell, { sums, firstTokens, totals }: Cell): void {
  for (const sum of COUNTS) into.sums[sum] += sums[sum]
  for (const sum of MONEY) into.sums[sum] += sums[sum]
  mergeInto(into.firstTokens, firstTokens)
  mergeInto(into.totals, totals)
}

function keyOf(record: RequestRecord): Key {
  return {
    bucket: hourOf(record.at),
    user_id: record.userId,
    key_id: record.keyId,
    model: record.model ?? '',
    provider_id: record.providerId ?? '',
    client: record.client,
    protocol: record.protocolIn,
    status: record.status,
    http_status: record.httpStatus,
    endpoint_id: record.endpointId ?? '',
    credential_id: record.credentialId ?? '',
  }
}

function addRequest({ sums, firstTokens, totals }: Cell, record: RequestRecord): void {
  const { usage } = record
  const asked = attemptsMade(record)
  sums.requests += 1
  sums.attempts += asked
  sums.switched += Number(asked > 1)
  sums.input += usage.input
  sums.cache_read += usage.cacheRead
  sums.cache_write += usage.cacheWrite5m + usage.cacheWrite1h
  sums.output += usage.output
  sums.reasoning += usage.reasoning
  sums.media += usage.audioIn + usage.audioOut + usage.imageIn + usage.imageOut
  sums.cost_nanos += record.costNanos
  sums.upstream_cost_nanos += record.upstreamCostNanos
  if (record.firstTokenMs !== null) observe(firstTokens, record.firstTokenMs)
  observe(totals, record.totalMs)
}

/** A cell as its row is to be, what is stored of its histograms added to its own. */
function rowOf({ key, sums, firstTokens, totals }: Cell, stored: Histograms | undefined): RollupHourRow {
  const first_token_hist = writeHistogram(firstTokens, stored?.first_token_hist)
  return { ...key, ...sums, first_token_hist, total_hist: writeHistogram(totals, stored?.total_hist) }
}
