const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Twelve bits of counter keep ids of one millisecond in order, so that paging by id never skips a row. */
const MOST_IN_A_MILLISECOND = 0xfff

/** What is above these bits of a time changes about once a minute. */
const LOW_BITS = 0x10000

const MOST_ENDS = 128
const END_LETTERS = 'vvvv-rrrrrrrrrrrr'.length

/** A UUIDv7 (RFC 9562 §5.7): sortable by time, and strictly increasing within this process. */
export const newId = idMaker()

/** Makes ids, each after the ones before whatever its time says. */
export function idMaker(): (now?: number) => string {
  const end = endMaker()
  let lastMs = 0
  let sequence = 0
  let high = -1
  let highText = ''
  return (now = Date.now()) => {
    sequence = now > lastMs ? 0 : sequence + 1
    if (sequence > MOST_IN_A_MILLISECOND) {
      lastMs += 1
      sequence = 0
    }
    lastMs = Math.max(lastMs, now)
    const above = Math.floor(lastMs / LOW_BITS)
    if (above !== high) {
      high = above
      highText = `${high.toString(16).padStart(8, '0')}-`
    }
    const low = Math.floor(lastMs) - high * LOW_BITS
    const time = highText + (HEX[low >> 8] ?? '') + (HEX[low & 0xff] ?? '')
    const counter = (sequence >> 8).toString(16) + (HEX[sequence & 0xff] ?? '')
    return `${time}-7${counter}-${end()}`
  }
}

/** Random ends, made for many ids at once: a call into the system's source costs more than all the rest of an id. */
function endMaker(): () => string {
  const pool = new Uint8Array(8 * MOST_ENDS)
  let ends = ''
  let given = 0
  return () => {
    if (given === ends.length) {
      ends = endsOf(crypto.getRandomValues(pool))
      given = 0
    }
    given += END_LETTERS
    return ends.slice(given - END_LETTERS, given)
  }
}

function endsOf(random: Uint8Array): string {
  let ends = ''
  for (let at = 0; at < random.length; at += 8) {
    const hex = (byte: number) => HEX[random[at + byte] ?? 0] ?? ''
    const variant = HEX[0x80 | ((random[at] ?? 0) & 0x3f)] ?? ''
    ends += `${variant}${hex(1)}-${hex(2)}${hex(3)}${hex(4)}${hex(5)}${hex(6)}${hex(7)}`
  }
  return ends
}

/** Sorts before every id that was made in this epoch millisecond or later. */
export function idFrom(ms: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
