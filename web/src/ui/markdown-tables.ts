/** A piece of a Markdown tree (mdast), as far as tables need it. */
type Piece = { type: string; value?: string; children?: Piece[]; align?: Align[]; position?: Position }
type Align = 'left' | 'right' | 'center' | null
type Position = { start: { offset?: number }; end: { offset?: number } }

const RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

// A row has a cell for each column, also where nothing is written: of a few thousand short lines, millions would come.
const MOST_CELLS = 20_000

/** Turns the tables of GitHub's Markdown into tables; https://github.github.com/gfm/#tables-extension-. A plugin of remark. */
export function markdownTables() {
  return (tree: Piece, file: unknown): void => withTables(tree, String(file))
}

function withTables(piece: Piece, source: string): void {
  if (piece.children === undefined) return
  piece.children = piece.children.flatMap((child) => {
    if (child.type === 'paragraph') return splitParagraph(child, source)
    withTables(child, source)
    return [child]
  })
}

/** A paragraph with a table in it, as the text before the table and the table: it goes on to the paragraph's end. */
function splitParagraph(paragraph: Piece, source: string): Piece[] {
  const lines = linesOf(paragraph, source)
  const at = lines.findIndex((line, n) => n > 0 && isRule(line) && widthOf(line) === widthOf(lines[n - 1]))
  const [head, rule, ...body] = lines.slice(at - 1)
  if (at === -1 || head === undefined || rule === undefined) return [paragraph]
  const align = cellsOf(rule).map(alignOf)
  if (align.length * lines.length > MOST_CELLS) return [paragraph]
  const rows = [head, ...body].map((line) => rowOf(cellsOf(line), align.length))
  const before = lines
    .slice(0, at - 1)
    .flatMap((line, n) => (n === 0 ? line : [text('\n'), ...line]))
    .map(tidy)
  const table: Piece = { type: 'table', align, children: rows }
  return before.length === 0 ? [table] : [{ type: 'paragraph', children: before }, table]
}

type Line = readonly Piece[]

/** What stands on each line; a bar that a backslash keeps from ending its cell is no longer seen as one. */
function linesOf(paragraph: Piece, source: string): Line[] {
  const lines: Piece[][] = [[]]
  for (const child of paragraph.children ?? []) {
    const [first = '', ...others] = child.type === 'text' ? writtenOf(child, source).split('\n') : []
    if (child.type === 'break') lines.push([])
    else if (child.type !== 'text') lines.at(-1)?.push(child)
    else {
      lines.at(-1)?.push(text(first))
      lines.push(...others.map((other) => [text(other)]))
    }
  }
  return lines
}

const KEPT_BAR = '\uE000'

function writtenOf({ value = '', position }: Piece, source: string): string {
  const written = source.slice(position?.start.offset, position?.end.offset)
  const kept = [...written.matchAll(/\\?\|/g)].map(([bar]) => bar.length === 2)
  let n = 0
  return value.replaceAll('|', () => (kept[n++] === true ? KEPT_BAR : '|'))
}

const text = (value: string): Piece => ({ type: 'text', value })

function isRule(line: Line | undefined): boolean {
  const [only, ...others] = line ?? []
  return only?.type === 'text' && others.length === 0 && RULE.test(only.value ?? '') && /\|/.test(only.value ?? '')
}

const widthOf = (line: Line | undefined): number => cellsOf(line ?? []).length

/** A line's pieces by the bars between them; those at its ends stand for nothing. */
function cellsOf(line: Line): Piece[][] {
  const cells: Piece[][] = [[]]
  for (const piece of line) {
    if (piece.type !== 'text') cells.at(-1)?.push(piece)
    else {
      const [first = '', ...others] = (piece.value ?? '').split('|')
      cells.at(-1)?.push(text(first))
      cells.push(...others.map((other) => [text(other)]))
    }
  }
  if (isBlank(cells[0])) cells.shift()
  if (isBlank(cells.at(-1))) cells.pop()
  return cells
}

const isBlank = (cell: Line | undefined): boolean =>
  (cell ?? []).every(({ type, value = '' }) => type === 'text' && value.trim() === '')

function alignOf(cell: Line): Align {
  const rule = (cell[0]?.value ?? '').trim()
  const right = rule.endsWith(':')
  if (rule.startsWith(':')) return right ? 'center' : 'left'
  return right ? 'right' : null
}

function rowOf(cells: readonly Line[], width: number): Piece {
  const children = Array.from({ length: width }, (_, n) => ({
    type: 'tableCell',
    children: (cells[n] ?? []).map(tidy),
  }))
  return { type: 'tableRow', children }
}

const tidy = (piece: Piece): Piece => {
  const { type, value = '' } = piece
  if (type === 'inlineCode') return { ...piece, value: value.replaceAll('\\|', '|') }
  return type === 'text' ? text(value.replaceAll(KEPT_BAR, '|').replaceAll(/ +/g, ' ')) : piece
}
