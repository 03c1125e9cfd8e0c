import { onSignOut } from '../session.ts'

/** Something that was opened from the palette: enough to show and to open it again without asking anybody. */
export type Recent = { id: string; title: string; kind: string; href: string; at: number }

const STORED = 'ym.recent'
const MOST = 6

onSignOut(() => localStorage.removeItem(STORED))

/** What was opened last, newest first. */
export function recents(): readonly Recent[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]')
    return Array.isArray(found) ? found.filter(isRecent) : []
  } catch {
    return []
  }
}

/** Puts something in front of what was opened last. */
export function remember(recent: Recent): void {
  const others = recents().filter(({ id }) => id !== recent.id)
  localStorage.setItem(STORED, JSON.stringify([recent, ...others].slice(0, MOST)))
}

// An older console may have written something else.
function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false
  const text = (name: string) => typeof Reflect.get(value, name) === 'string'
  const href: unknown = Reflect.get(value, 'href')
  const inside = typeof href === 'string' && /^\/(?!\/)/.test(href)
  return text('id') && text('title') && text('kind') && inside && typeof Reflect.get(value, 'at') === 'number'
}
