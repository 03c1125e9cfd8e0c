/** Puts every item through work, some at a time; each lane takes the next item when it is done with one. */
export async function inLanes<T>(lanes: number, items: Iterable<T>, work: (item: T, lane: number) => Promise<void>) {
  const left = items[Symbol.iterator]()
  const lane = async (number: number) => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value, number)
  }
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)))
}

/** Something to do until there is no more time for it. */
export function* untilThen(isOver: () => boolean): Iterable<void> {
  while (!isOver()) yield
}
