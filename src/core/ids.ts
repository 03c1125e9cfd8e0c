const HEX = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))

/** Twelve bits of counter keep ids of one millisecond in order, so that paging by id never skips a row. */
const MOST_IN_A_MILLISECOND = 0xfff

/** What is above these bits of a time changes about once a minute. */
const LOW_BITS = 0x10000

/** Where in an id what stands. */
const LOW_AT = 'tttttttt-'.length
const COUNTER_AT = 'tttttttt-tttt-7'.length
const END_AT = 'tttttttt-tttt-7ccc-'.length
const NODE_AT = 'tttttttt-tttt-7ccc-vvvv-'.length

/** What is random of an id, as numbers of four digits; a call into the system's source costs more than all the rest of an id. */
const RANDOM = 4
const MOST_AT_ONCE = 128

/** A UUIDv7 (RFC 9562 §5.7): sortable by time, and strictly increasing within this process. */
export const newId = idMaker()

/**
 * Makes ids, each after the ones before whatever its time says. Their letters are put down as numbers: a text that is put together
 * of texts is a tree to V8, and what holds one takes JSON half as long again.
 */
export function idMaker(): (now?: number) => string {
  const letters = Array.from(idFrom(0), (letter) => letter.charCodeAt(0))
  const random = new Uint16Array(RANDOM * MOST_AT_ONCE)
  let used = random.length
  let lastMs = 0
  let sequence = 0
  let high = -1
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
      put(letters, 0, high, 8)
    }
    put(letters, LOW_AT, Math.floor(lastMs) - high * LOW_BITS, 4)
    put(letters, COUNTER_AT, sequence, 3)
    if (used === random.length) {
      crypto.getRandomValues(random)
      used = 0
    }
    // The variant is `10` in front of fourteen random bits.
    put(letters, END_AT, 0x8000 | ((random[used] ?? 0) & 0x3fff), 4)
    for (let i = 1; i < RANDOM; i += 1) put(letters, NODE_AT + 4 * (i - 1), random[used + i] ?? 0, 4)
    used += RANDOM
    return String.fromCharCode(...letters)
  }
}

/** Writes so many digits of a number of 32 bits at most. */
function put(letters: number[], at: number, value: number, digits: number): void {
  for (let i = at + digits - 1, rest = value; i >= at; i -= 1, rest >>>= 4) letters[i] = HEX[rest & 0xf] ?? 0
}

/** Sorts before every id that was made in this epoch millisecond or later. */
export function idFrom(ms: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
