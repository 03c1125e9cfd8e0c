import { SKIP_REASONS } from '../../../../src/core/records.ts'
import type { Texts } from '../../i18n/texts.ts'

/** Why somebody was not asked, in words; a reason that is not known stands for itself. */
export function skipWords(reason: string, t: Texts<'requests'>): string {
  const known = SKIP_REASONS.find((one) => one === reason)
  return known === undefined ? reason : t(`skip.${known}`)
}
