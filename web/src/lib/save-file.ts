/** Hands a text, or what was downloaded, to the reader as a file. */
export function saveFile(name: string, content: BlobPart, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** The same for a table; the mark in front tells spreadsheets that it is UTF-8. */
export const saveCsv = (name: string, csv: string): void => saveFile(name, `\u{feff}${csv}`, 'text/csv')
