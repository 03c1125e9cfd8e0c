import { store } from './store.ts'

/** What stands over every page and has no address: the command palette, the list of shortcuts. */
type Overlay = 'palette' | 'help'

const open = store<Overlay | null>(null)

/** Opens one of them in place of the other. */
export const openOverlay = (which: Overlay): void => open.set(which)

/** Closes whichever is open. */
export const closeOverlay = (): void => open.set(null)

/** The one that is open. */
export const useOverlay = (): Overlay | null => open.use((which) => which)

/** The one that is open, outside components. */
export const overlayNow = open.get
