const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b
const CLOSE_BRACE = 0x7d
const CLOSE_BRACKET = 0x5d

/** A stretch of a text in a JSON document, which may come in several: the key it is the value of, and that of the object this stands in. */
export type Stretch = { key: string; under: string; bytes: Buffer }

/** No key that is looked for is longer; of longer ones the first of it is kept, so that memory has a bound. */
const MOST_KEY_BYTES = 32

/** What opens deeper than this stands under nothing. */
const MOST_DEPTH = 64

/**
 * Goes through a JSON document whose bytes come in parts, and tells its texts as they go by. Nothing is kept or parsed; of what
 * is no JSON nothing that matters is told, and nothing is thrown.
 */
export function textsGoingBy(tell: (stretch: Stretch) => void): (part: Buffer) => void {
  const unders: string[] = []
  let depth = 0
  let inside = false
  let escaped = false
  let isKey = false
  let key = ''
  let read = ''

  const structure = (byte: number) => {
    // Most of what stands between texts are digits, which say nothing.
    if (byte < COLON && byte !== COMMA) return
    if (byte === COLON) key = read
    else if (byte === COMMA) key = ''
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (depth < MOST_DEPTH) unders[depth] = key
      depth += 1
      // What stands in a list has no key of its own.
      key = ''
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth = Math.max(0, depth - 1)
      key = ''
    }
  }
  const text = (bytes: Buffer) => {
    if (!isKey) tell({ key, under: unders[depth - 1] ?? '', bytes })
    else if (read.length < MOST_KEY_BYTES) read += bytes.toString('latin1', 0, MOST_KEY_BYTES - read.length)
  }
  return (part) => {
    for (let at = 0; at < part.length; at += 1) {
      if (!inside) {
        const byte = part[at] ?? 0
        if (byte !== QUOTE) {
          structure(byte)
          continue
        }
        inside = true
        isKey = key === ''
        read = ''
        at += 1
      }
      const start = at
      if (escaped) at += 1
      const end = endOfText(part, at)
      escaped = end > part.length
      if (Math.min(end, part.length) > start) text(part.subarray(start, end))
      inside = end >= part.length
      at = end
    }
  }
}

/** The offset of the quote that ends a text; the length of the part where none does, and one more where its last byte escapes the next. */
function endOfText(part: Buffer, from: number): number {
  for (let at = from; at < part.length;) {
    const quote = part.indexOf(QUOTE, at)
    const end = quote < 0 ? part.length : quote
    let slashes = 0
    while (end - 1 - slashes >= from && part[end - 1 - slashes] === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return end
    if (quote < 0) return end + 1
    at = quote + 1
  }
  return part.length
}
