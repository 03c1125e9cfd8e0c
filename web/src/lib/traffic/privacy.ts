import type { Dimension } from '../../../../src/contract/usage.ts'
import { store } from '../store.ts'

// For a screenshot, not for ever: a reload shows names again.
const hidden = store(false)

/** Whether names of keys and users are hidden. */
export const useHidden = (): boolean => hidden.use((on) => on)

/** Hides or shows them. */
export const setHidden = (on: boolean): void => hidden.set(on)

/** Whether the values of a dimension are names of keys or users. */
export const isPrivate = (dimension: Dimension): boolean => dimension === 'key' || dimension === 'user'

/** A name of a key or a user as it may be shown at the moment. */
export function useMask(): (name: string) => string {
  const on = useHidden()
  return (name) => (on ? '*****' : name)
}
