/** A text to find in bytes, and a part of it that is sooner found. */
export type Mark = { readonly whole: Buffer; readonly anchor: Buffer; readonly anchorAt: number }

/** Longer ones are looked for by Boyer, Moore and Horspool's rule, which over JSON takes up to thirty times as long as by the first byte. */
const MOST_ANCHOR_BYTES = 7

/** A mark that is looked for by a part of it: at most seven bytes, the first of which should be rare, as a quote is not. */
export function markOf(whole: string, anchor: string): Mark {
  const anchorAt = whole.indexOf(anchor)
  if (anchorAt < 0 || anchor.length > MOST_ANCHOR_BYTES) throw new Error(`${anchor} is no anchor of ${whole}`)
  return { whole: Buffer.from(whole), anchor: Buffer.from(anchor), anchorAt }
}

/** Where a mark stands at or after an offset; -1: nowhere. */
export function findMark(bytes: Buffer, { whole, anchor, anchorAt }: Mark, from = 0): number {
  for (let at = bytes.indexOf(anchor, from + anchorAt); at >= 0; at = bytes.indexOf(anchor, at + 1)) {
    const start = at - anchorAt
    const end = start + whole.length
    if (end <= bytes.length && bytes.compare(whole, 0, whole.length, start, end) === 0) return start
  }
  return -1
}

const ESCAPE = Buffer.from('\\u00')
const LETTER = /^(?:5f|6[1-9a-f]|7[0-9a])$/i

/**
 * Whether a JSON text writes a small letter or an underscore as an escape, which no encoder does: it hides every word it stands in.
 * Looked for from its end, as node finds a text by its byte on that side, and JSON has far fewer zeros than backslashes or letters.
 */
export function hidesLetters(json: Buffer): boolean {
  let at = json.lastIndexOf(ESCAPE)
  while (at >= 0) {
    const code = at + ESCAPE.length
    if (LETTER.test(json.toString('latin1', code, code + 2))) return true
    // An offset below zero would count from the end.
    at = at === 0 ? -1 : json.lastIndexOf(ESCAPE, at - 1)
  }
  return false
}
