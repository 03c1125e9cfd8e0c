import type { Locale } from '../core/errors.ts'
import type { NoticeFacts } from '../core/notices.ts'

/** The same words in Chinese and in English. */
export type Words = { zh: string; en: string }

/** One of two languages. */
export const inLanguage = ({ zh, en }: Words, locale: Locale): string => (locale === 'en' ? en : zh)

/** A sentence with its facts filled in; where one is missing, its name stays. */
export function filled(template: string, facts: NoticeFacts): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole))
}
