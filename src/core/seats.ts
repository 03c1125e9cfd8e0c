/** What each user may have under way at once. */
export type Seats = {
  /** A seat until it is disposed; null where the user has as many as there are for one. */
  take(userId: string): Disposable | null
}

/** Counts in memory how many of `most` seats each user has. */
export function createSeats(most: number): Seats {
  const taken = new Map<string, number>()
  return {
    take(userId) {
      const count = taken.get(userId) ?? 0
      if (count >= most) return null
      taken.set(userId, count + 1)
      let isHeld = true
      return {
        [Symbol.dispose]() {
          if (!isHeld) return
          isHeld = false
          const left = (taken.get(userId) ?? 1) - 1
          if (left > 0) taken.set(userId, left)
          else taken.delete(userId)
        },
      }
    },
  }
}
