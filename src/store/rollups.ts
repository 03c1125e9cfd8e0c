import type { Kysely } from 'kysely'
import { type Histogram, mergeInto, observe, readHistogram, writeHistogram } from '../core/histogram.ts'
import type { RequestRecord } from '../core/records.ts'
import { dayOf, hourOf, monthOf } from '../core/time.ts'
import { bulkInsert, fewSizes, slicesOf } from './bulk-insert.ts'
import { attemptsMade } from './request-rows.ts'
import type { Kind } from './row-kinds.ts'
import type { Tables } from './schema.ts'
import type { RollupHourRow } from './schema-requests.ts'
import { writtenOnce } from './written.ts'

const KEY = [
  'bucket',
  'user_id',
  'key_id',
  'model',
  'provider_id',
  'client',
  'protocol',
  'status',
  'http_status',
  'endpoint_id',
  'credential_id',
] as const

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
    for (const slice of slicesOf([...cells], SLICE)) {
      const histograms = await stored(
        tx,
        slice.map(([, { key }]) => key),
      )
      await insert(
        tx,
        slice.map(([name, cell]) => rowOf(cell, histograms.get(name))),
      )
    }
  }
}

const LOOKED_FOR = ['bucket', 'user_id', 'key_id', 'model', 'status'] as const
type Histograms = Pick<RollupHourRow, 'first_token_hist' | 'total_hist'>

/** Gives the histograms of every stored cell that has these values, by name: some more than asked for, in one query. */
function storedIn(rollup: Rollup) {
  const ask = writtenOnce()
  return async (tx: Kysely<Tables>, keys: readonly Key[]): Promise<ReadonlyMap<string, Histograms>> => {
    const lists = LOOKED_FOR.map((column) => fewSizes(keys.map((key) => key[column])))
    const { rows } = await ask(tx, {
      form: lists.map((list) => list.length).join(),
      build: () =>
        tx
          .selectFrom(rollup)
          .select([...KEY, 'first_token_hist', 'total_hist'])
          .where((eb) => eb.and(LOOKED_FOR.map((column, at) => eb(column, 'in', lists[at] ?? [])))),
      parameters: lists.flat(),
    })
    return new Map(rows.map((row) => [cellName(row), row]))
  }
}

type Key = Pick<RollupHourRow, (typeof KEY)[number]>
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

/** Sums under other names: those that have the same become one. */
function regrouped(cells: Cells, renamed: (key: Key) => Key): Cells {
  const groups: Cells = new Map()
  for (const { key, sums, firstTokens, totals } of cells.values()) {
    const into = cellAt(groups, renamed(key))
    for (const sum of COUNTS) into.sums[sum] += sums[sum]
    for (const sum of MONEY) into.sums[sum] += sums[sum]
    mergeInto(into.firstTokens, firstTokens)
    mergeInto(into.totals, totals)
  }
  return groups
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
  if (stored) {
    readHistogram(stored.first_token_hist, firstTokens)
    readHistogram(stored.total_hist, totals)
  }
  return { ...key, ...sums, first_token_hist: writeHistogram(firstTokens), total_hist: writeHistogram(totals) }
}
