/** How long a change may keep the next one waiting. */
export const TURN_MS = 30_000

const waiting = new Map<string, number>()
const ends = new Map<string, Promise<unknown>>()

/** Does what concerns the same thing one after the other, so that the last wish is also the last that the server hears; `isLast` says whether another one waits by then. What is done must end by itself, within `TURN_MS`. */
export function inTurn<T>(name: string, act: (isLast: () => boolean) => Promise<T>): Promise<T> {
  waiting.set(name, (waiting.get(name) ?? 0) + 1)
  const isLast = () => waiting.get(name) === 1
  const done = (ends.get(name) ?? Promise.resolve()).then(() => act(isLast))
  const end = done
    .catch(() => null)
    .then(() => {
      const left = (waiting.get(name) ?? 1) - 1
      waiting.set(name, left)
      if (left > 0) return
      waiting.delete(name)
      ends.delete(name)
    })
  ends.set(name, end)
  return done
}
