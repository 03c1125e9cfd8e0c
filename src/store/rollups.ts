import type { Kysely } from 'kysely'
import { observe, readHistogram, writeHistogram } from '../core/histogram.ts'
import type { RequestRecord } from '../core/records.ts'
import { dayOf, hourOf } from '../core/time.ts'
import { bulkInsert, fewSizes } from './bulk-insert.ts'
import { attemptsMade } from './request-rows.ts'
import type { Tables } from './schema.ts'
import type { RollupHourRow } from './schema-requests.ts'

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

const SUMS = [
  'requests',
  'attempts',
  'switched',
  'input',
  'cache_read',
  'cache_write',
  'output',
  'reasoning',
  'media',
  'cost_nanos',
  'upstream_cost_nanos',
] as const

/** Cells go in by so many at once: engines bound the parameters of a statement. */
const SLICE = 200

/** What is added up of cells; histograms are texts. */
export const SUM_COLUMNS = [...SUMS, 'first_token_hist', 'total_hist'] as const

/** The tables of sums. A bucket is a UTC hour or a UTC day; those of all people tell none of them apart, and of hours no client or way. */
export type Rollup = 'rollup_hour' | 'rollup_day' | 'rollup_hour_all' | 'rollup_day_all'

/**
 * Adds requests to the sums of their hour and of their day, each person's and those of all. Whoever calls holds the lock `settle`:
 * histograms are text, which no database can add up in one statement.
 */
type AddToRollups = (tx: Kysely<Tables>, records: readonly RequestRecord[]) => Promise<void>

/** A writer of sums for one database. */
export function rollupWriter(): AddToRollups {
  const add = {
    hours: adderTo('rollup_hour'),
    days: adderTo('rollup_day'),
    hoursOfAll: adderTo('rollup_hour_all'),
    daysOfAll: adderTo('rollup_day_all'),
  }
  return async (tx, records) => {
    for (let at = 0; at < records.length; at += SLICE) {
      const hours = cellsOf(records.slice(at, at + SLICE))
      const all = regrouped(hours, ofAll)
      await add.hours(tx, hours)
      await add.days(tx, regrouped(hours, ofDay))
      await add.hoursOfAll(tx, regrouped(all, withoutWays))
      await add.daysOfAll(tx, regrouped(all, ofDay))
    }
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
  return async (tx: Kysely<Tables>, cells: readonly RollupHourRow[]) => {
    const histograms = await histogramsNear(tx, rollup, cells)
    const merged = cells.map((cell) => {
      const old = histograms.get(cellName(cell))
      if (!old) return cell
      return {
        ...cell,
        first_token_hist: sumOfTexts(old.first_token_hist, cell.first_token_hist),
        total_hist: sumOfTexts(old.total_hist, cell.total_hist),
      }
    })
    await insert(tx, merged)
  }
}

/** The histograms of every stored cell that has these values, by name: some more than asked for, in one query. */
async function histogramsNear(tx: Kysely<Tables>, rollup: Rollup, cells: readonly RollupHourRow[]) {
  const all = <K extends keyof RollupHourRow>(column: K) => fewSizes(cells.map((cell) => cell[column]))
  const rows = await tx
    .selectFrom(rollup)
    .select([...KEY, 'first_token_hist', 'total_hist'])
    .where('bucket', 'in', all('bucket'))
    .where('user_id', 'in', all('user_id'))
    .where('key_id', 'in', all('key_id'))
    .where('model', 'in', all('model'))
    .where('status', 'in', all('status'))
    .execute()
  return new Map(rows.map((row) => [cellName(row), row]))
}

type Cell = Pick<RollupHourRow, (typeof KEY)[number]>

function cellName(cell: Cell): string {
  return JSON.stringify(KEY.map((column) => cell[column]))
}

/** The requests of a batch summed by cell, so that each cell is written once. */
function cellsOf(records: readonly RequestRecord[]): RollupHourRow[] {
  const groups = Map.groupBy(records, (record) => cellName(keyOf(record)))
  const cells = [...groups.values()].flatMap(([first, ...rest]) =>
    first ? [{ ...keyOf(first), ...sumOf([first, ...rest]) }] : [],
  )
  const moved = records.flatMap(paidElsewhere)
  return moved.length === 0 ? cells : regrouped([...cells, ...moved], (cell) => cell)
}

/** A request stands where it was answered; what others were paid for it, such as the loser of a hedge, where it was paid. */
function paidElsewhere(record: RequestRecord): RollupHourRow[] {
  if (attemptsMade(record) < 2) return []
  const own = keyOf(record)
  return record.attempts.flatMap(({ providerId, endpointId, credentialId, upstreamCostNanos }) => {
    const there = { ...own, provider_id: providerId, endpoint_id: endpointId, credential_id: credentialId }
    if (upstreamCostNanos === 0n || cellName(there) === cellName(own)) return []
    return [
      { ...own, ...sumOf([]), upstream_cost_nanos: -upstreamCostNanos },
      { ...there, ...sumOf([]), upstream_cost_nanos: upstreamCostNanos },
    ]
  })
}

const ofDay = (cell: RollupHourRow): RollupHourRow => ({ ...cell, bucket: dayOf(cell.bucket) })

/** Nobody's in particular, with the ways they went: those of a day are few still. */
const ofAll = (cell: RollupHourRow): RollupHourRow => ({ ...cell, user_id: '', key_id: '', protocol: '' })

const withoutWays = (cell: RollupHourRow): RollupHourRow => ({
  ...cell,
  client: '',
  endpoint_id: '',
  credential_id: '',
})

/** Sums under other names: those that have the same become one. */
function regrouped(cells: readonly RollupHourRow[], renamed: (cell: RollupHourRow) => RollupHourRow): RollupHourRow[] {
  const groups = new Map<string, RollupHourRow>()
  for (const cell of cells) {
    const own = renamed(cell)
    const name = cellName(own)
    const known = groups.get(name)
    groups.set(name, known ? joined(known, own) : own)
  }
  return [...groups.values()]
}

function joined(one: RollupHourRow, other: RollupHourRow): RollupHourRow {
  const sums = Object.fromEntries(SUMS.map((sum) => [sum, plus(one[sum], other[sum])]))
  return {
    ...one,
    ...(sums as Pick<RollupHourRow, (typeof SUMS)[number]>),
    first_token_hist: sumOfTexts(one.first_token_hist, other.first_token_hist),
    total_hist: sumOfTexts(one.total_hist, other.total_hist),
  }
}

/** Both are of one column, and so of one kind. */
function plus(one: number | bigint, other: number | bigint): number | bigint {
  return typeof one === 'bigint' ? one + BigInt(other) : one + Number(other)
}

function keyOf(record: RequestRecord): Cell {
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

function sumOf(records: readonly RequestRecord[]): Omit<RollupHourRow, keyof Cell> {
  const firstTokens = new Map<number, number>()
  const totals = new Map<number, number>()
  const sum = {
    requests: 0,
    attempts: 0,
    switched: 0,
    input: 0,
    cache_read: 0,
    cache_write: 0,
    output: 0,
    reasoning: 0,
    media: 0,
  }
  const money = { cost_nanos: 0n, upstream_cost_nanos: 0n }
  for (const record of records) {
    const { usage } = record
    const asked = attemptsMade(record)
    sum.requests += 1
    sum.attempts += asked
    sum.switched += Number(asked > 1)
    sum.input += usage.input
    sum.cache_read += usage.cacheRead
    sum.cache_write += usage.cacheWrite5m + usage.cacheWrite1h
    sum.output += usage.output
    sum.reasoning += usage.reasoning
    sum.media += usage.audioIn + usage.audioOut + usage.imageIn + usage.imageOut
    money.cost_nanos += record.costNanos
    money.upstream_cost_nanos += record.upstreamCostNanos
    if (record.firstTokenMs !== null) observe(firstTokens, record.firstTokenMs)
    observe(totals, record.totalMs)
  }
  const histograms = { first_token_hist: writeHistogram(firstTokens), total_hist: writeHistogram(totals) }
  return { ...sum, ...money, ...histograms }
}

function sumOfTexts(a: string, b: string): string {
  return writeHistogram(readHistogram(`${a},${b}`))
}
