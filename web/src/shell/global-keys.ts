import { closeOverlay, openOverlay, overlayNow } from '../lib/overlays.ts'
import { preferencesNow, savePreferences } from '../lib/preferences.ts'
import { queryClient } from '../lib/query.ts'
import type { Scope } from '../lib/scope.ts'
import { isPaletteKey, isSingleKey } from '../lib/single-key.ts'
import { keepFocus } from './keep-focus.ts'

/** Where `g` and a letter lead, by the scope one stands in. */
const GO: Record<Scope, Readonly<Record<string, string>>> = {
  user: {
    d: '/dashboard',
    u: '/dashboard/usage',
    k: '/dashboard/api-keys',
    m: '/dashboard/models-providers',
    t: '/dashboard/tutorial',
    a: '/admin/dashboard',
  },
  admin: {
    d: '/admin/dashboard',
    u: '/admin/usage',
    k: '/admin/keys',
    m: '/admin/models-providers',
    t: '/admin/tutorial',
    a: '/admin/dashboard',
  },
}

/** How long `g` waits for its letter. */
const LEADER_MS = 1500

// What goes along a list goes on while its key is held; the other letters and signs do what they do once.
const ONCE = /^[^\sjk]$/i

/** Where the keys lead depends on these. */
export type Standing = { scope: Scope; isAdmin: boolean; go: (path: string) => void }

/** Follows the keys that work on every page, and keeps the focus they act on, until the answer is called. What a page does with a key itself comes first. */
export function followKeys(standing: () => Standing): () => void {
  let ledAt = -Infinity

  // Before everybody else: the letter behind `g` must not reach a page that knows it alone.
  const onFirst = (event: KeyboardEvent) => {
    if (isPaletteKey(event)) {
      take(event)
      if (event.repeat) return
      if (overlayNow() === 'palette') closeOverlay()
      else openOverlay('palette')
      return
    }
    if (event.repeat && ONCE.test(event.key) && isSingleKey(event, 'over')) return take(event)
    if (event.key.length !== 1 || !isSingleKey(event)) return
    const key = event.key.toLowerCase()
    const led = event.timeStamp - ledAt < LEADER_MS
    ledAt = -Infinity
    if (led) {
      const { scope, isAdmin, go } = standing()
      const path = GO[scope][key]
      if (path === undefined || (path.startsWith('/admin') && !isAdmin)) return
      take(event)
      go(path)
    } else if (key === 'g') {
      take(event)
      ledAt = event.timeStamp
    }
  }

  const onLast = (event: KeyboardEvent) => {
    const step = ARROWS[event.key]
    if (step !== undefined && isSingleKey(event) && isWayIn(document.activeElement)) {
      if (stepRow(step)) event.preventDefault()
      return
    }
    const run = DEEDS[event.key.toLowerCase()]
    if (run === undefined || !isSingleKey(event)) return
    event.preventDefault()
    run()
  }

  window.addEventListener('keydown', onFirst, { capture: true })
  window.addEventListener('keydown', onLast)
  const leaveFocus = keepFocus()
  return () => {
    leaveFocus()
    window.removeEventListener('keydown', onFirst, { capture: true })
    window.removeEventListener('keydown', onLast)
  }
}

function take(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/** What a key does with whatever the page has: its search box, its time range, its export, its rows. */
const DEEDS: Readonly<Record<string, () => void>> = {
  '?': () => openOverlay('help'),
  '[': toggleSidebar,
  '/': () => whenShown('[data-search]', (field) => field.focus()),
  t: () => whenShown('[data-time-range]', (button) => button.click()),
  e: () => whenShown('[data-export]', (button) => button.click()),
  r: () => void queryClient.refetchQueries({ type: 'active' }),
  j: () => void stepRow(1),
  k: () => void stepRow(-1),
  // A switch is a box too, but it does something at once: this key only picks.
  x: () => rowNow()?.querySelector<HTMLElement>('input[type=checkbox]:not([role=switch])')?.click(),
}

/** Narrows the sidebar, or opens it again. */
export function toggleSidebar(): void {
  const sidebar = preferencesNow().sidebar === 'open' ? 'narrow' : 'open'
  savePreferences({ sidebar }).catch(() => null)
}

const isShown = (element: HTMLElement): boolean => element.checkVisibility()

function shown(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find(isShown)
}

/** How long a key waits for a page that is on its way. */
const PAGE_MS = 3000
const LOOK_MS = 50

/** Acts on what the page has; while the page has not come, as soon as it has, unless somebody goes elsewhere. */
function whenShown(selector: string, act: (element: HTMLElement) => void): void {
  const path = location.pathname
  const until = performance.now() + PAGE_MS
  const look = () => {
    const element = shown(selector)
    if (element) return act(element)
    const coming = document.querySelector('.main h1') === null && performance.now() < until
    if (coming && location.pathname === path) setTimeout(look, LOOK_MS)
  }
  look()
}

const ROWS = '.main tbody tr'
/** What of a row takes the focus: its own button, else the first link or button, else its box. */
const WAYS_IN = ['[data-row]', 'a[href], button', 'input']

function rowNow(): Element | null {
  return document.activeElement?.closest(ROWS) ?? null
}

/** From one row to another; elsewhere these keys scroll. */
const ARROWS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

function wayInto(row: Element): HTMLElement | undefined {
  return WAYS_IN.flatMap((way) => row.querySelector<HTMLElement>(way) ?? [])[0]
}

function isWayIn(element: Element | null): boolean {
  const row = rowNow()
  return row !== null && wayInto(row) === element
}

/** Moves the focus to the next or the previous row; tells whether there is one. */
function stepRow(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter(
    (row) => isShown(row) && wayInto(row) !== undefined,
  )
  const at = rows.findIndex((row) => row === rowNow())
  const next = at < 0 ? rows[0] : rows[at + by]
  if (next === undefined) return false
  wayInto(next)?.focus()
  return true
}
