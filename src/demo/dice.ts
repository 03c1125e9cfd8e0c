/** Numbers from 0 (included) to 1, one after the other. */
export type Dice = () => number

/** Dice that fall the same way for the same seed (the mulberry32 generator): plausible, not unpredictable. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A whole number from `low` to `high`, both included. */
export function between(dice: Dice, low: number, high: number): number {
  return low + Math.floor(dice() * (high - low + 1))
}

/** A positive number around `median` with a long tail to the right; `spread` 0.5 puts two thirds within a factor of 1.65. */
export function around(dice: Dice, median: number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - dice())) * Math.cos(2 * Math.PI * dice())
  return median * Math.exp(spread * normal)
}

/** One of the entries, each as likely as its share of the weights. */
export function pick<T>(dice: Dice, entries: readonly (readonly [T, number])[]): T {
  let left = dice() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [value, weight] of entries) {
    left -= weight
    if (left < 0) return value
  }
  const [last] = entries.at(-1) ?? []
  if (last === undefined) throw new Error('nothing to pick from')
  return last
}

/** An id of the shape of `newId` (UUIDv7), of any time, made of dice so that it is the same for the same seed. */
export function idAt(ms: number, dice: Dice): string {
  const time = ms.toString(16).padStart(12, '0')
  const hex = (digits: number) =>
    Math.floor(dice() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${(8 + Math.floor(dice() * 4)).toString(16)}${hex(3)}-${hex(6)}${hex(6)}`
}
