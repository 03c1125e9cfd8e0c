import { type Histogram, mergeInto } from '../core/histogram.ts'

/** What was seen in a stretch of time; histograms count milliseconds to the first token. */
export type Observed = {
  answered: number
  failed: number
  /** Of those that failed, the ones that were told to slow down. */
  limited: number
  /** Of those that failed, the ones after which another provider was asked. */
  passedOn: number
  output: number
  writingMs: number
  firstTokens: Histogram
}

/** What stands where nothing was seen. */
export function nothingObserved(): Observed {
  return { answered: 0, failed: 0, limited: 0, passedOn: 0, output: 0, writingMs: 0, firstTokens: new Map() }
}

/** Several stretches as one. */
export function together(parts: Iterable<Observed>): Observed {
  const sum = nothingObserved()
  for (const part of parts) {
    sum.answered += part.answered
    sum.failed += part.failed
    sum.limited += part.limited
    sum.passedOn += part.passedOn
    sum.output += part.output
    sum.writingMs += part.writingMs
    mergeInto(sum.firstTokens, part.firstTokens)
  }
  return sum
}
