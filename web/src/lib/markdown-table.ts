/** A table in Markdown; what would end a cell is told otherwise. Columns of numbers are set to the right. */
export function markdownTable(
  heads: readonly { word: string; number?: boolean }[],
  rows: readonly (readonly string[])[],
): string {
  const lines = [heads.map(({ word }) => word), heads.map(({ number = false }) => (number ? '---:' : '---')), ...rows]
  return lines.map((cells) => `| ${cells.map(cellOf).join(' | ')} |\n`).join('')
}

const cellOf = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/[\\|]/g, String.raw`\$&`)
