let lastMs = 0
let sequence = 0

/** A UUIDv7 (RFC 9562 §5.7): sortable by time, and strictly increasing within this process. */
export function newId(now: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // Twelve bits of counter keep ids of one millisecond in order, so that paging by id never skips a row.
  sequence = now > lastMs ? 0 : sequence + 1
  if (sequence > 0xfff) {
    lastMs += 1
    sequence = 0
  }
  lastMs = Math.max(lastMs, now)
  let rest = lastMs
  for (let i = 5; i >= 0; i -= 1) {
    bytes[i] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes[6] = 0x70 | (sequence >> 8)
  bytes[7] = sequence & 0xff
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The epoch millisecond an id was made in. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}
