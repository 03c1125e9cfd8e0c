import { store } from './store.ts'

/** The languages of the console; Chinese is the default. */
export const LOCALES = ['zh-CN', 'en'] as const
export type Locale = (typeof LOCALES)[number]

/** Each language as its speakers call it. */
export const LANGUAGE_NAMES = { 'zh-CN': '简体中文', en: 'English' } as const satisfies Record<Locale, string>

/** Where the choice is kept in this browser. */
export const STORED_LOCALE = 'ym.locale'
/** Whether something is a language of the console. */
export const isLocale = (value: unknown): value is Locale => LOCALES.some((locale) => locale === value)

const current = store<Locale>('zh-CN')

/** The language now. */
export const locale = current.get

/** The language now, for components. */
export const useLocale = (): Locale => current.use((value) => value)

/** What the visitor chose in this browser; null when nothing was. */
export function chosenLocale(): Locale | null {
  const stored = localStorage.getItem(STORED_LOCALE)
  return isLocale(stored) ? stored : null
}

/** Makes a language the current one; `remember` keeps it for the next visit. */
export function setCurrentLocale(next: Locale, remember: boolean): void {
  if (remember) localStorage.setItem(STORED_LOCALE, next)
  document.documentElement.lang = next
  current.set(next)
}
