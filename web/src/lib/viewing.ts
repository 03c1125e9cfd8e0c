import { store } from './store.ts'

/** A user whose console an administrator looks at, and the right to it; in this tab alone. */
export type Viewing = { id: string; name: string; token: string }

const STORED = 'ym.viewing'

const state = store<Viewing | null>(read())

function read(): Viewing | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as Viewing | null
  } catch {
    return null
  }
}

/** Whom this tab looks at; null while it shows the own account. */
export const viewingNow = state.get
/** The same for components. */
export const useViewing = (): Viewing | null => state.use((now) => now)

/** Begins to look at somebody, or ends it. */
export function setViewing(next: Viewing | null): void {
  if (next === null) sessionStorage.removeItem(STORED)
  else sessionStorage.setItem(STORED, JSON.stringify(next))
  state.set(next)
}
