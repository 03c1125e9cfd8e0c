import type { FieldProblem } from './errors.ts'

/** What is wrong where `readCsv` stops. */
export const TORN_QUOTE: FieldProblem = {
  zh: '引号没有闭合，或没有包住整个单元格',
  en: 'A quotation mark is not closed, or does not enclose the whole cell',
}

/** What stands between the cells of a table whose first line names its columns: tabs, as spreadsheets copy them, where that line has no comma. */
export function betweenCells(table: string): ',' | '\t' {
  const [heading = ''] = table.trimStart().split(/[\r\n]/, 1)
  return heading.includes('\t') && !heading.includes(',') ? '\t' : ','
}

/** A row of a table, and the line of the text it begins on. */
type CsvRow = { line: number; cells: string[] }

/**
 * Reads CSV as RFC 4180 has it, lines ended in any way; blank ones are left out, and so is an apostrophe that `writeCsv` led with. `tornAt` is the line of a quote that is never
 * closed, or closed within its cell: what follows it would be guessed, so there are no rows at all.
 */
export function readCsv(
  text: string,
  between: ',' | '\t' = ',',
): { rows: CsvRow[]; tornAt?: undefined } | { rows?: undefined; tornAt: number } {
  const rows: CsvRow[] = []
  let line = 1
  let row: CsvRow = { line, cells: [''] }
  let quote: 'none' | 'open' | 'closed' = 'none'
  let quotedAt = 0
  const next = () => {
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push({ line: row.line, cells: row.cells.map(withoutLead) })
    row = { line, cells: [''] }
    quote = 'none'
  }
  const write = (char: string) => {
    row.cells[row.cells.length - 1] += char
  }
  const source = text.replace(/^\u{feff}/u, '').replaceAll(/\r\n?/g, '\n')
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at] ?? ''
    if (char === '\n') line += 1
    if (quote === 'open' && char === '"' && source[at + 1] === '"') {
      write('"')
      at += 1
    } else if (quote === 'open' && char === '"') quote = 'closed'
    else if (quote === 'open') write(char)
    else if (char === between) {
      row.cells.push('')
      quote = 'none'
    } else if (char === '\n') next()
    else if (quote === 'closed') return { tornAt: quotedAt }
    else if (char === '"' && row.cells.at(-1) === '') {
      quote = 'open'
      quotedAt = line
    } else write(char)
  }
  if (quote === 'open') return { tornAt: quotedAt }
  next()
  return { rows }
}

/** Writes rows as CSV; a text that a spreadsheet would take for a formula is led by an apostrophe. */
export function writeCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

const NUMBER = /^-?\d+(?:\.\d+)?$/
/** Signs of full width, too: East Asian spreadsheets read them as their narrow ones. One that is led already is led once more, so that it comes back. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/

const isFormula = (text: string) => FORMULA.test(text) && !NUMBER.test(text)

const withoutLead = (text: string) => (text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text)

function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const harmless = isFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
