/**
 * Counts of durations in log-spaced bins, each 5 % wide, so that a percentile read back is within 2.5 % of the truth.
 * Written as text (`bin:count,…`), merged by addition.
 */
export type Histogram = Map<number, number>

/** How far apart bins are, as natural logarithms of milliseconds. */
export const BIN_WIDTH = Math.log(1.05)
const [ZERO, COLON, COMMA] = [48, 58, 44] as const

/** Counts one duration in milliseconds. */
export function observe(histogram: Histogram, ms: number, count = 1): void {
  const bin = Math.round(Math.log(Math.max(ms, 1)) / BIN_WIDTH)
  add(histogram, bin, count)
}

/** Adds the counts of another histogram in place. */
export function mergeInto(target: Histogram, other: Histogram): void {
  for (const [bin, count] of other) add(target, bin, count)
}

/** Bins of anything that takes less than a century. */
const USUAL_BINS = 1024
/** Counts by bin, all zero but while one histogram is read or written: a Map of them and an order of it cost many times as much. */
const counted = new Float64Array(USUAL_BINS)

/** What a column holds: bins in rising order, those of a column's text added to a histogram's; the empty string when nothing was counted. */
export function writeHistogram(histogram: Histogram, stored = ''): string {
  const beyond: Histogram = new Map()
  let end = count(stored, beyond)
  for (const [bin, times] of histogram) end = Math.max(end, countAt(bin, times, beyond))
  let text = ''
  const tell = (bin: number, times: number) => {
    text += `${text === '' ? '' : ','}${bin}:${times}`
  }
  for (let bin = 0; bin < end; bin += 1) {
    const times = counted[bin] ?? 0
    if (times > 0) tell(bin, times)
  }
  counted.fill(0, 0, end)
  for (const [bin, times] of [...beyond].toSorted(([a], [b]) => a - b)) tell(bin, times)
  return text
}

/**
 * Reads what `writeHistogram` wrote, also several texts joined by commas, and adds it to `into`; parts that are not
 * `bin:count` are passed over.
 */
export function readHistogram(text: string, into: Histogram = new Map()): Histogram {
  const end = count(text, into)
  for (const [bin, sum] of counted.subarray(0, end).entries()) if (sum > 0) add(into, bin, sum)
  counted.fill(0, 0, end)
  return into
}

const encoder = new TextEncoder()
/** What nearly every column holds has room here. */
const SHORT = new Uint8Array(4096)

/** The bytes of a text and a comma behind it. */
function bytesOf(text: string): Uint8Array {
  if (text.length >= SHORT.length / 3) return encoder.encode(`${text},`)
  const { written } = encoder.encodeInto(text, SHORT)
  SHORT[written] = COMMA
  return SHORT.subarray(0, written + 1)
}

/** Counts what a text holds into `counted`, and into `beyond` what has no place there; returns the bin after the last that was counted. */
function count(text: string, beyond: Histogram): number {
  if (text === '') return 0
  // Byte by byte: reports read megabytes of these, and taking them apart as strings costs many times as much.
  const bytes = bytesOf(text)
  let [end, at] = [0, 0]
  const readNumber = (): number => {
    let number = 0
    for (let digit = digitAt(bytes, at); digit >= 0 && digit <= 9; digit = digitAt(bytes, at)) {
      number = number * 10 + digit
      at += 1
    }
    return number
  }
  while (at < bytes.length) {
    const begin = at
    const bin = readNumber()
    const colon = at
    if (bytes[at] === COLON) at += 1
    const times = readNumber()
    if (colon > begin && at > colon + 1 && bytes[at] === COMMA) end = Math.max(end, countAt(bin, times, beyond))
    while (bytes[at] !== COMMA) at += 1
    at += 1
  }
  return end
}

function countAt(bin: number, times: number, beyond: Histogram): number {
  if (bin < USUAL_BINS) {
    counted[bin] = (counted[bin] ?? 0) + times
    return bin + 1
  }
  add(beyond, bin, times)
  return 0
}

const digitAt = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) - ZERO

function add(histogram: Histogram, bin: number, count: number): void {
  histogram.set(bin, (histogram.get(bin) ?? 0) + count)
}

/** The duration in milliseconds below which the share `p` (0 to 1) of the counts lies; null when nothing was counted. */
export function percentile(histogram: Histogram, p: number): number | null {
  let total = 0
  for (const count of histogram.values()) total += count
  if (total === 0) return null
  let left = Math.max(1, Math.ceil(total * p))
  for (const [bin, count] of [...histogram].toSorted(([a], [b]) => a - b)) {
    left -= count
    if (left <= 0) return Math.round(Math.exp(bin * BIN_WIDTH))
  }
  return null
}

/** How many of the counts lie below each of some ascending edges in milliseconds but not below the one before, and how many beyond the last. */
export function countsBetween(histogram: Histogram, edgesMs: readonly number[]): number[] {
  const counts = [...edgesMs, Infinity].map(() => 0)
  for (const [bin, count] of histogram) {
    const ms = Math.exp(bin * BIN_WIDTH)
    const at = edgesMs.findIndex((edge) => ms < edge)
    const place = at === -1 ? edgesMs.length : at
    counts[place] = (counts[place] ?? 0) + count
  }
  return counts
}
