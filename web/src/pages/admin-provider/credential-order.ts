import type { Spot } from '../../lib/use-drag-order.ts'

type Ordered = { id: string; priority: number }

/** Priorities by the id of their credential; those that keep their own may be left out. */
export type Priorities = ReadonlyMap<string, number>

const MOST = 1000

/** What comes of dragging a credential: new priorities, and whether it shares that of those it is dropped among. */
export type Dragged = { joins: boolean; priorities: Priorities }

/**
 * What becomes of the priorities when `dragged` is dropped at a spot of `order`, which is sorted by them: it has the next one after
 * those above it, and those below make room as far as they must, who shared one still sharing it. Null where nothing changes,
 * or there is no room. All credentials are saved in one step, so that unlike providers each may be given another number.
 */
export function prioritiesAt(order: readonly Ordered[], dragged: Ordered, { id, below }: Spot): Dragged | null {
  const others = order.filter((one) => one.id !== dragged.id)
  const at = others.findIndex((one) => one.id === id)
  if (at === -1) return null
  const rest = others.slice(below ? at + 1 : at)
  const above = others[below ? at : at - 1]?.priority ?? 0
  const next = rest[0]?.priority ?? Infinity
  if (above === next)
    return above === dragged.priority ? null : { joins: true, priorities: new Map([[dragged.id, above]]) }
  if (above < dragged.priority && dragged.priority < next) return null
  return madeRoom(dragged.id, above + 1, rest)
}

function madeRoom(id: string, priority: number, rest: readonly Ordered[]): Dragged | null {
  const priorities = new Map([[id, priority]])
  let last = { was: 0, is: priority }
  for (const one of rest) {
    if (one.priority !== last.was) last = { was: one.priority, is: Math.max(one.priority, last.is + 1) }
    priorities.set(one.id, last.is)
  }
  return last.is > MOST ? null : { joins: false, priorities }
}
