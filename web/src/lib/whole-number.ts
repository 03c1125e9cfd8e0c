import { tidyAmount } from './tidy-amount.ts'

/** What an input for a whole number holds, as a number: NaN where it is none. Digits may be those of a Chinese input method. */
export function wholeNumber(held: string | number): number {
  const tidy = tidyAmount(String(held))
  return tidy === '' ? Number.NaN : Number(tidy)
}
