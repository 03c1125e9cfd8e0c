import type { Tokens } from '../../../src/contract/auth.ts'

const ACCESS = 'access_token'
const REFRESH = 'refresh_token'

/** Why the tokens are gone: the visitor left here, the session ended, or another tab left. */
type Gone = 'left' | 'expired' | 'elsewhere'

const goneListeners = new Set<(why: Gone) => void>()
const arrivedListeners = new Set<() => void>()

/** The tokens of this browser, in local storage under names that are fixed. */
export const tokens = {
  access: (): string | null => localStorage.getItem(ACCESS),
  refresh: (): string | null => localStorage.getItem(REFRESH),
  keep(pair: Tokens): void {
    localStorage.setItem(ACCESS, pair.access_token)
    localStorage.setItem(REFRESH, pair.refresh_token)
  },
  clear(why: Gone): void {
    localStorage.removeItem(ACCESS)
    localStorage.removeItem(REFRESH)
    for (const tell of goneListeners) tell(why)
  },
}

/** Calls back whenever the tokens are cleared, here or in another tab. */
export function onTokensGone(tell: (why: Gone) => void): () => void {
  goneListeners.add(tell)
  return () => goneListeners.delete(tell)
}

/** Calls back when another tab has signed in. */
export function onTokensArrived(tell: () => void): () => void {
  arrivedListeners.add(tell)
  return () => arrivedListeners.delete(tell)
}

/** Follows what other tabs do to the tokens; a refresh elsewhere needs nothing, the next request reads the new token. */
export function watchOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.storageArea !== null && event.storageArea !== localStorage) return
    if (event.key !== ACCESS && event.key !== null) return
    if (event.newValue === null) for (const tell of goneListeners) tell('elsewhere')
    else if (event.oldValue === null) for (const tell of arrivedListeners) tell()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
