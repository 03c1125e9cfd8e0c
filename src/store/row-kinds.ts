/** Rows to be that have the same values in the columns that rows mostly share, and the values. */
export type Kind<Item> = { readonly values: readonly Value[]; readonly items: Item[] }

/** What a column holds. */
export type Value = string | number | bigint | null

/** So many kinds that begin with the same value are looked through: where each row is of another, that must not cost the square of them. */
const MOST_LOOKED_AT = 16

/**
 * Items by kind, in the order in which the kinds came; of more kinds than are looked through, some may be there twice. The first of
 * the values is to tell as many of them apart as one can.
 */
export function kindsOf<Item>(
  items: Iterable<Item>,
  valuesOf: (item: Item) => readonly Value[],
): readonly Kind<Item>[] {
  const kinds: Kind<Item>[] = []
  const byFirst = new Map<Value | undefined, Kind<Item>[]>()
  let kind: Kind<Item> | undefined
  for (const item of items) {
    const values = valuesOf(item)
    // Neighbours are mostly of one kind.
    if (!kind || !areSame(kind.values, values)) {
      const known = byFirst.get(values[0]) ?? []
      kind = known.findLast((one, at) => at >= known.length - MOST_LOOKED_AT && areSame(one.values, values))
      if (!kind) {
        kind = { values, items: [] }
        kinds.push(kind)
        known.push(kind)
        byFirst.set(values[0], known)
      }
    }
    kind.items.push(item)
  }
  return kinds
}

function areSame(some: readonly Value[], others: readonly Value[]): boolean {
  for (let at = 0; at < some.length; at += 1) if (some[at] !== others[at]) return false
  return true
}
