import type { Spot } from '../../lib/use-drag-order.ts'

type Ordered = { id: string; priority: number }

const MOST = 1000
/** How far behind all others the last one comes to stand. */
const STEP = 100

/**
 * The priority by which `dragged` stands at a spot of `order`: half way between those around it, and that of the one it is
 * dropped on where these have the same or no number lies between. What stands there already keeps its own.
 */
export function priorityAt(order: readonly Ordered[], dragged: Ordered, { id, below }: Spot): number {
  const others = order.filter((one) => one.id !== dragged.id)
  const at = others.findIndex((one) => one.id === id)
  const target = others[at]
  if (!target) return dragged.priority
  const before = others[below ? at : at - 1]?.priority ?? 0
  const after = others[below ? at + 1 : at]?.priority
  if (before < dragged.priority && (after === undefined || dragged.priority < after)) return dragged.priority
  const middle = Math.floor((before + (after ?? Math.min(before + 2 * STEP, MOST + 1))) / 2)
  return middle > before ? middle : target.priority
}
