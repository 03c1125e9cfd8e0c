import type { RouterHistory } from '@tanstack/react-router'
import { answerConfirm } from './confirm.ts'

/** Something begun that would be lost on some ways out. */
export type Holder = {
  /** Whether closing the tab would lose it. */
  asks: () => boolean
  /** Whether going from one path to another would lose it. */
  holds: (from: string, to: string) => boolean
  /** Asks the reader; false when it may be lost. */
  stays: () => Promise<boolean>
}

const holders = new Set<Holder>()
let asking = false
let release: (() => void) | null = null

/** Holds the ways out of a page for a holder until the answer is called: all that is begun on a page is asked about once. */
export function holdWays(history: RouterHistory, holder: Holder): () => void {
  holders.add(holder)
  release ??= history.block({
    blockerFn: (way) => isHeld(history, way),
    enableBeforeUnload: () => [...holders].some(({ asks }) => asks()),
  })
  return () => {
    holders.delete(holder)
    if (holders.size > 0) return
    release?.()
    release = null
    // What the question was about is gone: nobody could answer it any more.
    if (asking) answerConfirm(false)
  }
}

type Way = Parameters<Parameters<RouterHistory['block']>[0]['blockerFn']>[0]

async function isHeld(history: RouterHistory, { currentLocation: from, nextLocation: to, action }: Way) {
  const holder = [...holders].find(({ holds }) => holds(from.pathname, to.pathname))
  if (holder === undefined) return false
  if (asking) return true
  const answer = asked(holder)
  if (action === 'PUSH' || action === 'REPLACE') return answer
  // The browser is there already. It is sent back before anything is asked, so that the address never says another page
  // than the one that is shown, however often Back is pressed meanwhile.
  const steps = to.state.__TSR_index - from.state.__TSR_index
  void answer.then((stays) => stays || history.go(steps, { ignoreBlocker: true }))
  return true
}

async function asked({ stays }: Holder): Promise<boolean> {
  asking = true
  try {
    return await stays()
  } finally {
    asking = false
  }
}
