const BACKSLASH = 0x5c

/**
 * Whether the string that opens there may begin with a text in ASCII: byte for byte, or up to an escape that may stand for any letter
 * of it: one of ASCII, or one that JSON does not have, which lenient parsers read as they like.
 */
export function mayBeginWith(json: Uint8Array, open: number, text: Uint8Array): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const byte = json[open + 1 + at]
    if (byte === text[at]) continue
    return byte === BACKSLASH && mayStandForAscii(json, open + 1 + at)
  }
  return true
}

/** What JSON has after a backslash; a text that ends there has no string at all. */
const ESCAPED: ReadonlySet<number | undefined> = new Set([...new TextEncoder().encode('"\\/bfnrtu'), undefined])
const ASCII_ESCAPE = new TextEncoder().encode('\\u00')

function mayStandForAscii(json: Uint8Array, at: number): boolean {
  return !ESCAPED.has(json[at + 1]) || ASCII_ESCAPE.every((byte, place) => json[at + place] === byte)
}
