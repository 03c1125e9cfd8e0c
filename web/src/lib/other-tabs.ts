const STORED = 'ym.changed'

/** Tells the other tabs of this browser that these calls would be answered otherwise now, each by its method and path. */
export function tellOtherTabs(places: readonly (readonly unknown[])[]): void {
  // The moment makes it another value: only of such is told.
  localStorage.setItem(STORED, JSON.stringify({ places, at: performance.now() }))
}

/** Calls back with what another tab told of. */
export function onToldByOtherTab(hear: (places: readonly (readonly unknown[])[]) => void): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === STORED && newValue !== null) hear((JSON.parse(newValue) as { places: unknown[][] }).places)
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
