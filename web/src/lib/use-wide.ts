import { useSyncExternalStore } from 'react'

// As in the styles: below it a page is laid out for a phone.
const wide = () => window.matchMedia('(min-width: 861px)')

function watchWidth(tell: () => void): () => void {
  const query = wide()
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}

/** Whether there is room for a table, or for a list beside what is read. */
export const useWide = (): boolean => useSyncExternalStore(watchWidth, () => wide().matches)
