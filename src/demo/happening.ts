import type { Past } from './past.ts'

/** Something of the past, and how many milliseconds before the demo began it happened. */
export type Happening = { agoMs: number; happen: () => Promise<unknown> }

/** Lets everything happen at its time, the oldest first; `now` is when the demo began. */
export async function letHappen(happenings: readonly Happening[], now: number, past: Past): Promise<void> {
  for (const { agoMs, happen } of happenings.toSorted((one, other) => other.agoMs - one.agoMs)) {
    past.put(now - agoMs)
    await happen()
  }
}
