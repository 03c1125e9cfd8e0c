import { pieceOf } from './bytes.ts'

/** What chunks are written to: a socket, which tells how much waits in it. */
type Wire = {
  readonly writableLength: number
  readonly writableNeedDrain: boolean
  cork(): void
  uncork(): void
  write(bytes: Uint8Array): boolean
  write(text: string, encoding: 'latin1'): boolean
}

/** What is longer is not worth a copy. */
export const LARGE_BYTES = 8 * 1024

const CRLF = '\r\n'

/** Writes bytes as one chunk of an answer (RFC 9112 §7.1), in one piece where they are short; false: wait for `drain`. */
export function writeChunk(wire: Wire, bytes: Uint8Array): boolean {
  // An empty chunk would end the answer.
  if (bytes.length === 0) return !wire.writableNeedDrain
  if (bytes.length < LARGE_BYTES) return wire.write(framed(bytes, wire.writableLength > 0))
  wire.cork()
  wire.write(bytes.length.toString(16) + CRLF, 'latin1')
  wire.write(bytes)
  const taken = wire.write(CRLF, 'latin1')
  wire.uncork()
  return taken
}

const CR = 0x0d
const LF = 0x0a
const DIGITS = Buffer.from('0123456789abcdef')

/** Byte by byte: writing texts of two and three letters costs a call out of JavaScript each, half of the framing. */
function framed(bytes: Uint8Array, waits: boolean): Buffer {
  const digits = (35 - Math.clz32(bytes.length)) >> 2
  const begin = digits + 2
  const end = begin + bytes.length
  const chunk = pieceOf(end + 2, waits)
  for (let at = digits - 1, rest = bytes.length; at >= 0; at -= 1, rest >>= 4) chunk[at] = DIGITS[rest & 15] ?? 0
  chunk[digits] = CR
  chunk[digits + 1] = LF
  chunk.set(bytes, begin)
  chunk[end] = CR
  chunk[end + 1] = LF
  return chunk
}
