import { SECOND_MS } from '../../../../src/core/time.ts'

const MOST_S = 86_400

/** A time that was typed in seconds, in milliseconds; null for none, undefined when it is no such time. */
export function waitOf(text: string): number | null | undefined {
  const tidy = text.normalize('NFKC').trim()
  if (tidy === '') return null
  const seconds = Number(tidy)
  return Number.isInteger(seconds) && seconds >= 1 && seconds <= MOST_S ? seconds * SECOND_MS : undefined
}
