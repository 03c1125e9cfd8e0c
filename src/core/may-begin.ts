const BACKSLASH = 0x5c

/** Whether the string that opens there may begin with a text in ASCII: byte for byte, or up to an escape of such a letter. */
export function mayBeginWith(json: Uint8Array, open: number, text: Uint8Array): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const byte = json[open + 1 + at]
    if (byte === text[at]) continue
    return byte === BACKSLASH && isAsciiEscape(json, open + 1 + at)
  }
  return true
}

const ASCII_ESCAPE = new TextEncoder().encode('\\u00')

function isAsciiEscape(json: Uint8Array, at: number): boolean {
  return ASCII_ESCAPE.every((byte, place) => json[at + place] === byte)
}
