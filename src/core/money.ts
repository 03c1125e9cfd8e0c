/** Money is a bigint count of nano-dollars (1e-9 USD); no money value ever passes through a float. */
export type Nanos = bigint

const NANOS_PER_USD = 1_000_000_000n

/** The most that one request costs, or that moves an account at once, in nano-dollars. */
export const MILLION_USD: Nanos = 1_000_000n * NANOS_PER_USD

/** The most that is taken for an amount, in nano-dollars: far within the 64 bits of a column. */
export const BILLION_USD: Nanos = 1_000_000_000n * NANOS_PER_USD

const DECIMAL = /^(-?)(\d{1,10})(?:\.(\d{1,9}))?$/

/** Reads a decimal string in USD (at most ten digits before the point and nine after) as nanos; undefined when it is not one. */
export function parseUsd(text: string): Nanos | undefined {
  const match = DECIMAL.exec(text)
  if (!match) return undefined
  const [, sign, whole = '0', fraction = ''] = match
  const nanos = BigInt(whole) * NANOS_PER_USD + BigInt(fraction.padEnd(9, '0'))
  return sign === '-' ? -nanos : nanos
}

/** Writes nanos as a decimal string in USD: exact, with no more digits after the point than it needs. */
export function formatUsd(nanos: Nanos): string {
  const size = nanos < 0n ? -nanos : nanos
  const digits = (size % NANOS_PER_USD).toString().padStart(9, '0')
  let end = 9
  while (digits[end - 1] === '0') end -= 1
  const fraction = digits.slice(0, end)
  return `${nanos < 0n ? '-' : ''}${size / NANOS_PER_USD}${fraction === '' ? '' : `.${fraction}`}`
}

/** A part of a whole, as a decimal rounded half away from zero to four digits after the point; null of nothing. */
export function partOf(part: Nanos, whole: Nanos): string | null {
  if (whole === 0n) return null
  const halves = (part * 20_000n) / whole
  const size = ((halves < 0n ? -halves : halves) + 1n) / 2n
  return `${halves < 0n && size > 0n ? '-' : ''}${size / 10_000n}.${(size % 10_000n).toString().padStart(4, '0')}`
}

/** A factor applied to a price, as an integer count of millionths ("1.5" is 1_500_000n). */
export type Micros = bigint

/** The factor that changes nothing. */
export const ONE_MICROS: Micros = 1_000_000n

const FACTOR = /^(\d{1,6})(?:\.(\d{1,6}))?$/

/** Reads a non-negative decimal factor with at most six digits after the point; undefined when it is not one. */
export function parseFactor(text: string): Micros | undefined {
  const match = FACTOR.exec(text)
  if (!match) return undefined
  const [, whole = '0', fraction = ''] = match
  return BigInt(whole) * ONE_MICROS + BigInt(fraction.padEnd(6, '0'))
}

/** Writes a factor in millionths as the shortest exact decimal string. */
export function formatFactor(micros: Micros): string {
  const fraction = (micros % ONE_MICROS).toString().padStart(6, '0').replace(/0+$/, '')
  return `${micros / ONE_MICROS}${fraction === '' ? '' : `.${fraction}`}`
}

/** Divides rounding up; both sides non-negative. */
export function ceilDiv(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by
}
