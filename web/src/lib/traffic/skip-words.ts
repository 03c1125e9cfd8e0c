import type { Texts } from '../../i18n/texts.ts'

const SKIPS = [
  'disabled',
  'model',
  'format',
  'capability',
  'cooling',
  'invalid',
  'exhausted',
  'breaker',
  'concurrency',
  'rate',
  'affinity',
  'priority',
] as const

/** Why somebody was not asked, in words; a reason that is not known stands for itself. */
export function skipWords(reason: string, t: Texts<'requests'>): string {
  const known = SKIPS.find((one) => one === reason)
  return known === undefined ? reason : t(`skip.${known}`)
}
