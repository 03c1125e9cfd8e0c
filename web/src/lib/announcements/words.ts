import type { Bilingual } from '../../../../src/contract/announcements.ts'
import type { Locale } from '../../../../src/core/errors.ts'

/** What is said in the reader's language, or in the other one where there is nothing in it. */
export function inLanguage({ zh, en }: Bilingual, locale: Locale): string {
  return locale === 'en' ? en.trim() || zh : zh.trim() || en
}
