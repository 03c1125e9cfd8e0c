import { hasBaseRate, modelPrice } from '../contract/models.ts'
import { type PriceEntry, priceEntry } from '../contract/prices.ts'
import { readCsv, TORN_QUOTE } from './csv.ts'
import { said, type FieldProblem } from './errors.ts'
import type { Locale } from '../core/errors.ts'
import { RATE_NAMES } from './prices.ts'

/** What is wrong with the price that begins at a row, in the caller's language; row 0 is the line of names. */
export type ListProblem = { row: number; problem: string }

/** An entry of a list and the row it begins at. */
export type ListEntry = { row: number; entry: PriceEntry }

/** What the columns of a price list are called. */
export const PRICE_COLUMNS: readonly string[] = [
  'model',
  'effective_from',
  'service',
  'above_tokens',
  ...RATE_NAMES,
  'hours',
]

/**
 * Reads a price list: a line of names, then a line for each level of a price. Lines of one model and time together make its
 * price; without a service and a threshold a line is the base.
 */
export function readPriceCsv(csv: string, locale: Locale): { entries: ListEntry[]; problems: ListProblem[] } {
  const problems: ListProblem[] = []
  const report = (row: number, problem: FieldProblem) => problems.push({ row, problem: said(problem, locale) })
  const read = readCsv(csv)
  if (!read.rows) {
    report(read.tornAt - 1, TORN_QUOTE)
    return { entries: [], problems }
  }
  const [heading, ...lines] = read.rows
  const names = heading?.cells ?? []
  const unknown = names.filter((name, at) => !PRICE_COLUMNS.includes(name) || names.indexOf(name) < at)
  if (unknown.length > 0 || !names.includes('model')) {
    const list = unknown.join(', ')
    const known = PRICE_COLUMNS.join(', ')
    report(0, {
      zh: `列名无效、重复或缺少 model：${list}（可用的列：${known}）`,
      en: `Unknown or repeated columns, or no column \`model\`: ${list} (the columns there are: ${known})`,
    })
    return { entries: [], problems }
  }
  const rows = lines
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map(({ line, cells }) => ({
      row: line - 1,
      cells: Object.fromEntries(names.map((name, column) => [name, (cells[column] ?? '').trim()])),
      // A comma too many, such as one for a decimal point, moves every rate behind it.
      tooLong: cells.slice(names.length).some((cell) => cell.trim() !== ''),
    }))
  for (const { row } of rows.filter(({ tooLong }) => tooLong)) {
    report(row, { zh: '单元格比列名多', en: 'There are more cells than columns' })
  }
  const entries: ListEntry[] = []
  for (const own of Map.groupBy(rows, ({ cells }) => `${cells['model']} ${cells['effective_from'] ?? ''}`).values()) {
    const row = own[0]?.row ?? 0
    const { entry, wrong } = entryOf(own.map(({ cells }) => cells))
    if (entry) entries.push({ row, entry })
    else report(row, { zh: `价格无效：${wrong}`, en: `This is not a valid price: ${wrong}` })
  }
  return { entries, problems }
}

type Cells = Record<string, string>

/** The price of some lines, or the columns for which they are none. */
function entryOf(rows: readonly Cells[]): { entry: PriceEntry; wrong?: never } | { entry?: never; wrong: string } {
  const [first = {}] = rows
  const levels = rows.map((cells) => ({
    service: cells['service'] ?? '',
    above: Number(cells['above_tokens'] || 0),
    hours: cells['hours'] ?? '',
    rates: Object.fromEntries(RATE_NAMES.flatMap((name) => (cells[name] ? [[name, cells[name]]] : []))),
  }))
  const isOnceEach = new Set(levels.map(({ service, above }) => `${service} ${above}`)).size === levels.length
  const base = levels.find(({ service, above }) => service === '' && above === 0)
  if (!isOnceEach || !base) return { wrong: 'service, above_tokens' }
  const isEmpty = !hasBaseRate(base.rates)
  if (isEmpty && levels.length > 1) return { wrong: 'input, output' }
  // A price has its hours once, in the line of its base.
  const hours = base.hours === '' ? undefined : parsed(base.hours)
  if (hours === null || levels.some((level) => level !== base && level.hours !== '')) return { wrong: 'hours' }
  // A line without a rate takes the price away.
  const price = modelPrice.nullable().safeParse(
    isEmpty
      ? null
      : {
          ...base.rates,
          tiers: levels
            .filter(({ service, above }) => service === '' && above !== 0)
            .map(({ above, rates }) => ({ above_tokens: above, ...rates })),
          ...(levels.some(({ service }) => service !== '') && {
            services: levels
              .filter(({ service }) => service !== '')
              .map(({ service, above, rates }) => ({ service, above_tokens: above, ...rates })),
          }),
          ...(hours !== undefined && { hours }),
        },
  )
  const entry = priceEntry.safeParse({
    model: first['model'],
    ...(first['effective_from'] && { effective_from: first['effective_from'] }),
    price: price.data ?? null,
  })
  if (entry.success && price.success) return { entry: entry.data }
  return { wrong: columnsOf([...(price.error?.issues ?? []), ...(entry.error?.issues ?? [])]) }
}

/** Hours as JSON; null: it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The columns that faults are in; of one that is of several, where they stand apart. */
function columnsOf(issues: readonly { path: readonly PropertyKey[] }[]): string {
  const names = issues.map(({ path }) => path.findLast((part) => PRICE_COLUMNS.includes(String(part))))
  return [...new Set(names.map((name) => String(name ?? 'service, above_tokens')))].join(', ')
}
