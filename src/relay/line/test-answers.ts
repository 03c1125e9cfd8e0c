import type { Fields } from './response-head.ts'
import { ResponseParser } from './response-parser.ts'

/** What is heard of an answer; what comes after its end is nobody's. */
type Heard = { status: number; fields: Fields; body: string; end: 'whole' | 'malformed' | 'none'; idleMs: number }

/** Parses an answer that comes in pieces; `closed`: and then the connection ends. */
export function heard(pieces: Iterable<Buffer>, closed = false): Heard {
  const found: Heard = { status: 0, fields: {}, body: '', end: 'none', idleMs: 0 }
  const parser = new ResponseParser({
    onHead: (status, fields) => void Object.assign(found, { status, fields }),
    onBody: (bytes, from, to) => void (found.body += bytes.toString('latin1', from, to)),
    onEnd: (idleMs) => void Object.assign(found, { end: 'whole', idleMs }),
    onMalformed: () => void (found.end = 'malformed'),
  })
  parser.begin()
  for (const piece of pieces) {
    if (found.end !== 'none') break
    // Its memory is the connection's, which has other bytes behind those that count.
    const memory = Buffer.concat([piece, Buffer.from('HTTP/1.1 500 stale\r\n\r\n')])
    parser.push(memory, piece.length)
    memory.fill('#')
  }
  if (closed && found.end === 'none') parser.end()
  return found
}

/** Parses an answer that comes in one piece. */
export const whole = (text: string, closed = false) => heard([Buffer.from(text, 'latin1')], closed)

/** The same bytes, cut where it pleases. */
export function cut(bytes: Buffer, at: readonly number[]): Buffer[] {
  const places = [0, ...at.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  return places.slice(1).map((end, n) => bytes.subarray(places[n], end))
}

/** The beginning of an answer, and of one in chunks. */
export const OK = 'HTTP/1.1 200 OK\r\n'
export const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`
