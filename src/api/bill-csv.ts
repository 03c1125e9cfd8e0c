import type { Locale } from '../core/errors.ts'
import { BILLION_USD, type Nanos, parseUsd } from '../core/money.ts'
import type { BillLine } from '../store/bills.ts'
import { betweenCells, readCsv, TORN_QUOTE } from './csv.ts'
import { type FieldProblem, said } from './errors.ts'

type BillProblem = { line: number; problem: string }

/** What a column may be called: vendors name the same thing in their own ways. */
const COLUMNS = {
  day: /^(?:day|date|usage_?date|start_?(?:time|date)|bill(?:ing)?_?(?:date|month)|month|日期|账期|月份)/i,
  model: /^(?:model|line_?item|sku|模型)/i,
  amount: /^(?:amount|cost|total|price|billed|usd|金额|费用|消费)/i,
} as const

/** What such a column counts is no money, though its name begins like one. */
const NO_AMOUNT = /token|request|count|quantity|unit/i

const DAY = /^(\d{4})[-/]?(\d{2})(?:[-/]?(\d{2}))?(?:\D|$)/

/** Reads a bill: a line of names, then a day, an amount in USD and perhaps a model each; lines of the same day and model are summed. */
export function readBillCsv(csv: string, locale: Locale): { lines: BillLine[]; problems: BillProblem[] } {
  const problems: BillProblem[] = []
  const report = (line: number, problem: FieldProblem) => void problems.push({ line, problem: said(problem, locale) })
  const read = readCsv(csv, betweenCells(csv))
  if (!read.rows) {
    report(read.tornAt, TORN_QUOTE)
    return { lines: [], problems }
  }
  const [heading, ...rows] = read.rows
  const columnOf = (pattern: RegExp) => heading?.cells.findIndex((name) => pattern.test(name.trim())) ?? -1
  const amountColumn =
    heading?.cells.findIndex((name) => COLUMNS.amount.test(name.trim()) && !NO_AMOUNT.test(name)) ?? -1
  const columns = { day: columnOf(COLUMNS.day), model: columnOf(COLUMNS.model), amount: amountColumn }
  if (columns.day < 0 || columns.amount < 0) {
    report(1, {
      zh: '首行需要有日期列（date）和金额列（amount）',
      en: 'The first line must name a `date` and an `amount`',
    })
    return { lines: [], problems }
  }
  const sums = new Map<string, BillLine>()
  for (const { line, cells } of rows) {
    const day = dayOf(cells[columns.day] ?? '')
    const amountNanos = amountOf(cells[columns.amount] ?? '')
    if (day === undefined) {
      report(line, { zh: '日期无效', en: 'This is not a valid date' })
      continue
    }
    const model = columns.model < 0 ? '' : (cells[columns.model] ?? '').trim()
    const name = JSON.stringify([day, model])
    const sum = amountNanos === undefined ? undefined : (sums.get(name)?.amountNanos ?? 0n) + amountNanos
    if (sum === undefined || sum > BILLION_USD || sum < -BILLION_USD)
      report(line, { zh: '金额无效', en: 'This is not a valid amount' })
    else sums.set(name, { day, model, amountNanos: sum })
  }
  if (sums.size === 0 && problems.length === 0) report(1, { zh: '账单中没有数据', en: 'The bill is empty' })
  return { lines: [...sums.values()], problems }
}

function dayOf(text: string): string | undefined {
  const [, year, month, day] = DAY.exec(text.trim()) ?? []
  if (year === undefined || month === undefined) return undefined
  try {
    return day === undefined
      ? Temporal.PlainYearMonth.from(`${year}-${month}`).toString()
      : Temporal.PlainDate.from(`${year}-${month}-${day}`).toString()
  } catch {
    return undefined
  }
}

/** Commas stand between thousands alone: one that is a decimal point would make the amount a hundred times as large. */
const AMOUNT = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/

/** Vendors write more digits than money has here; what is cut off is less than a nano-dollar a line. */
function amountOf(text: string): Nanos | undefined {
  const written = text.trim().replaceAll(/[$\s]|USD/gi, '')
  if (!AMOUNT.test(written)) return undefined
  const plain = written.replaceAll(',', '')
  return parseUsd(/^-?\d+\.\d{10,}$/.test(plain) ? plain.replace(/(\.\d{9})\d+$/, '$1') : plain)
}
