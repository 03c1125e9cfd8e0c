import { useState } from 'react'

/** Which rows of a list are picked; rows that are no longer listed are not. */
export type Selection = {
  /** The picked ids in the order of the list. */
  picked: readonly string[]
  has: (id: string) => boolean
  toggle: (id: string) => void
  all: boolean | 'mixed'
  toggleAll: () => void
  clear: () => void
}

/** Picks rows of a list by their ids. */
export function useSelection(ids: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const picked = ids.filter((id) => chosen.has(id))
  const all = picked.length === 0 ? false : picked.length === ids.length ? true : 'mixed'
  const clear = () => setChosen(new Set())
  return {
    picked,
    has: (id) => chosen.has(id),
    toggle: (id) =>
      setChosen((before) =>
        before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
      ),
    all,
    toggleAll: () => (all === true ? clear() : setChosen(new Set(ids))),
    clear,
  }
}
