import { useSyncExternalStore } from 'react'

/** One value outside React that components can follow. */
type Store<T> = {
  get: () => T
  set: (next: T) => void
  subscribe: (tell: () => void) => () => void
  /** What `pick` finds in the value; renders again when that changes. */
  use: <Part>(pick: (value: T) => Part) => Part
}

/** Makes a store around a value. `pick` in `use` must answer the same thing for the same value. */
export function store<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (tell: () => void) => {
    listeners.add(tell)
    return () => listeners.delete(tell)
  }
  const set = (next: T) => {
    value = next
    for (const tell of listeners) tell()
  }
  const use = <Part>(pick: (value: T) => Part): Part => useSyncExternalStore(subscribe, () => pick(value))
  return { get, set, subscribe, use }
}
