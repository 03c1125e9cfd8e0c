/** Does something with each of a list, at most `atOnce` at a time; rejects with the first that throws, while those under way go on. */
export async function fewAtOnce<T>(list: readonly T[], atOnce: number, act: (one: T) => Promise<void>): Promise<void> {
  const waiting = list.values()
  const work = async () => {
    for (const one of waiting) await act(one)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
