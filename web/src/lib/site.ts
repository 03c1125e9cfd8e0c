import type { AnswerOf } from '../../../src/contract/endpoint.ts'
import type { getSite } from '../../../src/contract/site.ts'
import { isLocale, type Locale } from './locale.ts'
import { store } from './store.ts'

const FACTS = [
  'name',
  'default_locale',
  'logo',
  'cny_rate',
  'currency',
  'password_min_chars',
  'tells_provider',
] as const

type Told = Pick<AnswerOf<typeof getSite>, (typeof FACTS)[number]>

/** What the site said of itself: its name and its language, null until it did, the path of its own logo, where it has one, yuan for one dollar, where the operator offers it, the money it shows by itself, how long a new password must be, and whether users are told who answered. */
export type Site = Omit<Told, 'name' | 'default_locale'> & {
  name: string | null
  default_locale: Locale | null
}

// A copy for the start of the next visit, so that neither the title nor the logo nor the language changes before one's eyes.
const STORED = 'ym.site'

const state = store<Site>({ ...stored(), currency: 'USD', password_min_chars: 8, tells_provider: false })

function stored(): Pick<Site, 'name' | 'default_locale' | 'logo'> {
  try {
    const {
      name,
      default_locale: locale,
      logo,
    } = Object(JSON.parse(localStorage.getItem(STORED) ?? '{}')) as Partial<Site>
    return {
      name: typeof name === 'string' ? name : null,
      default_locale: isLocale(locale) ? locale : null,
      ...(typeof logo === 'string' && { logo }),
    }
  } catch {
    return { name: null, default_locale: null }
  }
}

/** Takes what the server has just said about the site. */
export function tellSite(told: Told): void {
  const now = state.get()
  if (FACTS.every((fact) => now[fact] === told[fact])) return
  const { name, default_locale, logo } = told
  localStorage.setItem(STORED, JSON.stringify({ name, default_locale, logo }))
  state.set(told)
}

/** Asks what the site is, where nobody has signed in yet; without an answer what is known holds. */
export async function loadSite(signal: AbortSignal): Promise<void> {
  try {
    // Not by `call`, whose connections carry no cookies and so are others: over one that was used before, the browser would send a sign-in that gets no answer a second time.
    const answer = await fetch('/api/public/site', { signal })
    if (answer.ok) tellSite((await answer.json()) as Told)
  } catch (cause) {
    if (!signal.aborted) console.warn('the site did not say what it is', cause)
  }
}

/** What is known of the site now. */
export const siteNow = state.get

/** What is known of the site, for components. */
export const useSite = (): Site => state.use((now) => now)
