const WANTED = 'redirectPath'

/** Remembers where the visitor wanted to go, until after the sign-in. */
export function keepWantedPath(href: string): void {
  const url = new URL(href, location.origin)
  // The timestamp of a reload against caches is no part of the place.
  const stamped = url.searchParams.has('_t')
  url.searchParams.delete('_t')
  sessionStorage.setItem(WANTED, stamped ? url.pathname + url.search + url.hash : href)
}

/** Where the visitor wanted to go; null when nowhere, or when the stored value is not a page of this console. */
export function wantedPath(): string | null {
  const stored = sessionStorage.getItem(WANTED)
  if (stored === null || !/^\/(?![/\\])/.test(stored)) return null
  const url = new URL(stored, location.origin)
  if (url.origin !== location.origin || url.pathname === '/login') return null
  return url.pathname + url.search + url.hash
}

/** Answers the wanted path and forgets it. */
export function takeWantedPath(): string | null {
  const path = wantedPath()
  sessionStorage.removeItem(WANTED)
  return path
}
