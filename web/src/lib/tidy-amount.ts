// Where a comma is a decimal point, the amount would be many times too large.
const THOUSANDS = /^[1-9]\d{0,2}(?:,\d{3})+(?=\.|$)/

/** Reads an amount as people type it: full-width digits, a dollar sign, spaces, thousands commas. */
export function tidyAmount(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s$]/g, '')
    .replace(THOUSANDS, (whole) => whole.replaceAll(',', ''))
    .replace(/^\./, '0.')
    .replace(/\.$/, '')
}
