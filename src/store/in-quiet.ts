/** Lets what nobody waits for go when nobody asks for anything else. */
export type InQuiet = {
  /** Does what somebody waits for, at once. */
  soon<T>(act: () => Promise<T>): Promise<T>
  /** Does what nobody waits for, once it is quiet or so many others have gone before it. */
  inQuiet<T>(act: () => Promise<T>): Promise<T>
}

/** `most`: so many of the others go before at most, so that what can wait is done all the same where there is always somebody. */
export function createQuiet(most: number): InQuiet {
  let asked = 0
  let waiting: { left: number; go: () => void }[] = []

  function ended(): void {
    asked -= 1
    for (const one of waiting) one.left -= 1
    const goes = (one: { left: number }) => asked === 0 || one.left <= 0
    const going = waiting.filter(goes)
    waiting = waiting.filter((one) => !goes(one))
    for (const { go } of going) go()
  }

  return {
    soon: async (act) => {
      asked += 1
      try {
        return await act()
      } finally {
        ended()
      }
    },
    inQuiet: async (act) => {
      if (asked > 0) await new Promise<void>((go) => waiting.push({ left: most, go }))
      return act()
    },
  }
}
