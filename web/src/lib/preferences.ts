import type {
  getPreferences,
  patchPreferences,
  PreferenceChanges,
  Preferences,
} from '../../../src/contract/preferences.ts'
import { call, type Door } from './call.ts'
import { onSignOut } from './session.ts'
import { store } from './store.ts'
import { tokens } from './tokens.ts'
import { viewingNow } from './viewing.ts'

const getDoor: Door<typeof getPreferences> = { method: 'GET', path: '/api/users/me/preferences' }
const patchDoor: Door<typeof patchPreferences> = { method: 'PATCH', path: '/api/users/me/preferences' }

/** How the console comes; what is not named here has no default of its own. */
const STANDARD = {
  density: 'comfortable',
  sidebar: 'open',
  first_steps: 'open',
  hour_cycle: 'h23',
  week_start: 'monday',
  tokens: 'compact',
  counts: 'thousands',
  shortcuts: true,
  views: [],
} as const satisfies Preferences

type Known = Preferences & { [K in keyof typeof STANDARD]: NonNullable<Preferences[K]> }

// A copy for the start of the next visit, so that nothing jumps while the server is asked.
const STORED = 'ym.preferences'

const state = store<Known>(STANDARD)
/** What was changed here and is not confirmed by the server yet. */
let unsaved: Preferences = {}
/** What the server is known to have, or was when it last answered. */
let confirmed: Preferences = {}
let saving: Promise<unknown> = Promise.resolve()

/** The preferences as they are now. */
export const preferencesNow = state.get

/** One preference, for components. */
export const usePreference = <K extends keyof Known>(name: K): Known[K] => state.use((now) => now[name])

/** The day weeks begin with, 0 for Monday. */
export const useFirstWeekday = (): number => (usePreference('week_start') === 'sunday' ? 6 : 0)

/** All preferences, for what depends on several. */
export const usePreferences = (): Known => state.use((now) => now)

// Undefined takes a choice back.
function chosen(all: Preferences): Preferences {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

function show(next: Preferences): void {
  const known = { ...STANDARD, ...chosen(next) } as Known
  document.documentElement.dataset['density'] = known.density
  state.set(known)
}

function keep(next: Preferences): void {
  localStorage.setItem(STORED, JSON.stringify(next))
  show(next)
}

function stored(): Preferences {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}')
    return typeof found === 'object' && found !== null ? found : {}
  } catch {
    return {}
  }
}

/** Asks the server what it remembers; without an answer the copy of this browser holds, and while somebody's console is looked at, of whom the server would tell. */
async function loadPreferences(): Promise<void> {
  if (viewingNow() !== null) return
  const found = await call<typeof getPreferences>(getDoor).catch(() => null)
  // Signed out while the answer was under way: it is about nobody now.
  if (found !== null) confirmed = found
  if (tokens.access() !== null) keep({ ...confirmed, ...unsaved })
}

/** Changes some preferences here at once and on the server behind it, one save after the other; rejects when the server did not take it, and then shows what it has, or had when it last answered. While somebody's console is looked at nothing is changed. */
export function savePreferences(patch: Omit<Preferences, 'views' | 'notices'>): Promise<void> {
  // JSON has no undefined: what is taken back is null on the way.
  return save(patch, Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, value ?? null])))
}

/** Keeps a view under its name, or with null as its search lets go of the one that has it, in the same way. */
export function saveView({ name, search }: { name: string; search: string | null }): Promise<void> {
  const others = preferencesNow().views.filter((view) => view.name !== name)
  const views = search === null ? others : [...others, { name, search }]
  return save({ views }, { views: [{ name, search }] })
}

/** Keeps the ways some notices take, in the same way. */
export function saveNotices(notices: NonNullable<Preferences['notices']>): Promise<void> {
  return save({ notices: { ...preferencesNow().notices, ...notices } }, { notices })
}

/** Only what changes is sent: another device may have changed the rest. */
function save(patch: Preferences, changes: PreferenceChanges): Promise<void> {
  if (viewingNow() !== null) return Promise.reject(new Error('somebody else’s console is only looked at'))
  unsaved = { ...unsaved, ...patch }
  keep({ ...stored(), ...patch })
  const saved = saving.then(async () => {
    try {
      await call<typeof patchPreferences>(patchDoor, { body: changes })
      confirmed = { ...confirmed, ...patch }
    } finally {
      unsaved = without(unsaved, patch)
    }
  })
  saving = saved.catch(() => loadPreferences())
  return saved
}

/** What is left of some changes once others are done; what has been changed again meanwhile stays. */
function without(all: Preferences, done: Preferences): Preferences {
  const left = Object.entries(all).filter(([name, value]) => done[name as keyof Preferences] !== value)
  return Object.fromEntries(left)
}

/** Begins with what this browser remembers, asks the server, and follows other tabs. Whoever looks at somebody's console keeps the looks of their own. */
export function startPreferences(): () => void {
  confirmed = stored()
  show(confirmed)
  saving = saving.then(loadPreferences)
  const follow = (event: StorageEvent) => {
    if (event.key !== STORED) return
    confirmed = stored()
    show(confirmed)
  }
  window.addEventListener('storage', follow)
  const forget = onSignOut(() => {
    unsaved = {}
    localStorage.removeItem(STORED)
    show({})
  })
  return () => {
    window.removeEventListener('storage', follow)
    forget()
  }
}
