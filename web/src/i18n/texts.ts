// How to add a namespace (one a page):
//   1. `zh-CN/<ns>.ts`:  export const <ns> = { title: '标题', rows_other: '共 {{count}} 行' } as const
//   2. `en/<ns>.ts`:     export const <ns>: English<typeof zh> = { title: 'Title', rows_one: '…', rows_other: '…' }
//                        with `import type { <ns> as zh } from '../zh-CN/<ns>.ts'` and `English` from '../dictionary.ts'
//   3. a line in `Dictionaries` below
//   4. name it in the page's `lazyPage(…, '<ns>')` in routes.tsx, so that it loads beside the page's code
// In components: const t = useTexts('<ns>') of `use-texts.ts`; t('title'); t('rows', { count: 3 }). A function that is given one takes `t: Texts<'<ns>'>`.
// `texts.test.ts` fails on a missing key and on a key nobody uses; keys built with a template (`status.${x}`) count as used by their prefix.
import { loadChunk, warmChunk } from '../lib/load-chunk.ts'
import { chosenLocale, locale, setCurrentLocale, STORED_LOCALE, type Locale } from '../lib/locale.ts'
import { siteNow } from '../lib/site.ts'
import { translator, type Dictionary, type Translate } from './translate.ts'
import { common } from './zh-CN/common.ts'

/** The texts of each namespace; the Chinese ones are the measure. */
type Dictionaries = {
  common: typeof common
  shell: typeof import('./zh-CN/shell.ts').shell
  login: typeof import('./zh-CN/login.ts').login
  system: typeof import('./zh-CN/system.ts').system
  profile: typeof import('./zh-CN/profile.ts').profile
  password: typeof import('./zh-CN/password.ts').password
  twostep: typeof import('./zh-CN/twostep.ts').twostep
  ui: typeof import('./zh-CN/ui.ts').ui
  keys: typeof import('./zh-CN/keys.ts').keys
  dashboard: typeof import('./zh-CN/dashboard.ts').dashboard
  start: typeof import('./zh-CN/start.ts').start
  overview: typeof import('./zh-CN/overview.ts').overview
  usage: typeof import('./zh-CN/usage.ts').usage
  routing: typeof import('./zh-CN/routing.ts').routing
  charts: typeof import('./zh-CN/charts.ts').charts
  requests: typeof import('./zh-CN/requests.ts').requests
  providers: typeof import('./zh-CN/providers.ts').providers
  offers: typeof import('./zh-CN/offers.ts').offers
  prices: typeof import('./zh-CN/prices.ts').prices
  announcements: typeof import('./zh-CN/announcements.ts').announcements
  activity: typeof import('./zh-CN/activity.ts').activity
  limits: typeof import('./zh-CN/limits.ts').limits
  playground: typeof import('./zh-CN/playground.ts').playground
  glance: typeof import('./zh-CN/glance.ts').glance
  health: typeof import('./zh-CN/health.ts').health
  models: typeof import('./zh-CN/models.ts').models
  provider: typeof import('./zh-CN/provider.ts').provider
  users: typeof import('./zh-CN/users.ts').users
  allkeys: typeof import('./zh-CN/allkeys.ts').allkeys
  settings: typeof import('./zh-CN/settings.ts').settings
  shortcuts: typeof import('./zh-CN/shortcuts.ts').shortcuts
  palette: typeof import('./zh-CN/palette.ts').palette
  tutorial: typeof import('./zh-CN/tutorial.ts').tutorial
  config: typeof import('./zh-CN/config.ts').config
  audit: typeof import('./zh-CN/audit.ts').audit
  channels: typeof import('./zh-CN/channels.ts').channels
  analysis: typeof import('./zh-CN/analysis.ts').analysis
  onboarding: typeof import('./zh-CN/onboarding.ts').onboarding
}
export type Namespace = keyof Dictionaries

/** What turns the keys of a namespace into sentences. */
export type Texts<N extends Namespace> = Translate<Dictionaries[N]>

// What is there from the beginning is no file of its own.
const files = import.meta.glob<Record<string, Dictionary>>(['./zh-CN/*.ts', '!./zh-CN/common.ts', './en/*.ts'])
const COMMON = './zh-CN/common.ts'

// One function for each namespace and language, always the same one, so that hooks may depend on it.
const loaded = new Map<string, unknown>([[COMMON, translator(common, 'zh-CN')]])
const loads = new Map([[COMMON, Promise.resolve()]])
const asked = new Set<Namespace>(['common'])

/** Loads a namespace in the current language, once. */
export function loadTexts(ns: Namespace): Promise<void> {
  asked.add(ns)
  return load(locale(), ns)
}

/** Asks for the file of a namespace before it is wanted. */
export function warmTexts(ns: Namespace): void {
  const open = files[`./${locale()}/${ns}.ts`]
  if (open !== undefined) void warmChunk(open)
}

function load(language: Locale, ns: Namespace): Promise<void> {
  const name = `./${language}/${ns}.ts`
  const known = loads.get(name)
  if (known !== undefined) return known
  const loading = loadOnce(language, ns, name)
  loads.set(name, loading)
  loading.catch(() => loads.delete(name))
  return loading
}

async function loadOnce(language: Locale, ns: Namespace, name: string): Promise<void> {
  const open = files[name]
  if (open === undefined) throw new TypeError(`no texts ${name}`)
  const dictionary = (await loadChunk(open))[ns]
  if (dictionary === undefined) throw new TypeError(`${name} does not export ${ns}`)
  loaded.set(name, translator(dictionary, language))
}

/** Whether a namespace can be used in a language at once. */
export const hasTexts = (ns: Namespace, language: Locale): boolean => loaded.has(`./${language}/${ns}.ts`)

/** The texts of a namespace outside components; it must have been loaded (`common` always is). */
export function textsOf<N extends Namespace>(ns: N, language: Locale = locale()): Texts<N> {
  const texts = loaded.get(`./${language}/${ns}.ts`)
  if (texts === undefined) throw new TypeError(`the texts ${ns} are not loaded`)
  return texts as Texts<N>
}

let wishes = 0

/** Switches the language once its texts for everything shown are there; remembered in this browser. False when another one has been chosen meanwhile. */
export async function setLocale(next: Locale): Promise<boolean> {
  wishes += 1
  const wish = wishes
  await Promise.all([...asked].map((ns) => load(next, ns)))
  if (wish !== wishes) return false
  setCurrentLocale(next, true)
  return true
}

/** Switches to the operator's language for whoever chose none; not remembered as a choice. */
export async function offerLocale(next: Locale): Promise<void> {
  if (chosenLocale() !== null || next === locale()) return
  await Promise.all([...asked].map((ns) => load(next, ns)))
  if (chosenLocale() === null) setCurrentLocale(next, false)
}

/** Begins in the visitor's language: chosen here before, else the operator's as last heard, else Chinese; and follows the choice of other tabs. */
export async function startTexts(): Promise<void> {
  const first = chosenLocale() ?? siteNow().default_locale ?? 'zh-CN'
  setCurrentLocale(first, false)
  window.addEventListener('storage', ({ key }) => {
    const chosen = chosenLocale()
    // A tab that cannot load the texts stays in its language.
    if (key === STORED_LOCALE && chosen !== null) setLocale(chosen).catch(() => undefined)
  })
  await load(first, 'common')
}
