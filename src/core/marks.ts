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
