import { useState } from 'react'

type Order<T> = {
  idOf: (item: T) => string
  /** Whose figure is larger comes first, equal ones stay as they are listed; undefined while the figures are not known. */
  figureOf: ((item: T) => number) | undefined
  /** What the figures are of: another question orders anew. */
  of: string
}

/** A list by figures as they were when they were known first: rows that are switched and typed into stay where they are while figures go on. */
export function useSteadyOrder<T>(items: readonly T[], { idOf, figureOf, of }: Order<T>): T[] {
  const [kept, setKept] = useState<{ of: string; places: ReadonlyMap<string, number> } | null>(null)
  if (figureOf !== undefined && kept?.of !== of) {
    const ordered = items.toSorted((a, b) => figureOf(b) - figureOf(a))
    setKept({ of, places: new Map(ordered.map((item, place) => [idOf(item), place])) })
  }
  if (kept === null) return [...items]
  // What came in since then is last.
  const placeOf = (item: T) => kept.places.get(idOf(item)) ?? items.length
  return items.toSorted((a, b) => placeOf(a) - placeOf(b))
}
