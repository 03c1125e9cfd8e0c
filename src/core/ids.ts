let lastMs = 0
let sequence = 0

/** Random bytes are drawn for many ids at once: a call into the system's source costs more than all the rest of an id. */
const pool = new Uint8Array(8 * 512)
let drawn = pool.length

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** A UUIDv7 (RFC 9562 §5.7): sortable by time, and strictly increasing within this process. */
export function newId(now: number = Date.now()): string {
  // Twelve bits of counter keep ids of one millisecond in order, so that paging by id never skips a row.
  sequence = now > lastMs ? 0 : sequence + 1
  if (sequence > 0xfff) {
    lastMs += 1
    sequence = 0
  }
  lastMs = Math.max(lastMs, now)
  if (drawn === pool.length) {
    crypto.getRandomValues(pool)
    drawn = 0
  }
  const random = drawn
  drawn += 8
  const hex = (at: number) => HEX[pool[random + at] ?? 0] ?? ''
  const time = Math.floor(lastMs).toString(16).padStart(12, '0')
  const variant = HEX[0x80 | ((pool[random] ?? 0) & 0x3f)] ?? ''
  const counter = sequence.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${variant}${hex(1)}-${hex(2)}${hex(3)}${hex(4)}${hex(5)}${hex(6)}${hex(7)}`
}

/** Sorts before every id that was made in this epoch millisecond or later. */
export function idFrom(ms: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
