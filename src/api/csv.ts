/** Reads CSV as RFC 4180 has it, line feeds alone included; undefined when a quote is never closed. Blank lines are left out. */
export function readCsv(text: string): { line: number; cells: string[] }[] | undefined {
  const rows: { line: number; cells: string[] }[] = []
  let line = 1
  let row = { line, cells: [''] }
  let quoted = false
  const next = () => {
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push(row)
    row = { line, cells: [''] }
  }
  const write = (char: string) => {
    row.cells[row.cells.length - 1] += char
  }
  const source = text.replace(/^\u{feff}/u, '').replaceAll('\r\n', '\n')
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at] ?? ''
    if (char === '\n') line += 1
    if (quoted && char === '"' && source[at + 1] === '"') {
      write('"')
      at += 1
    } else if (char === '"' && (quoted || row.cells.at(-1) === '')) quoted = !quoted
    else if (quoted) write(char)
    else if (char === ',') row.cells.push('')
    else if (char === '\n') next()
    else write(char)
  }
  next()
  return quoted ? undefined : rows
}

/** Writes rows as CSV; a text that a spreadsheet would take for a formula is led by an apostrophe. */
export function writeCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

const NUMBER = /^-?\d+(?:\.\d+)?$/
const FORMULA = /^[=+\-@\t\r]/

function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
