import type { Provider } from '../../../../src/contract/providers.ts'
import { useProviderChanges } from '../../lib/provider/use-provider-changes.ts'
import { useDragOrder } from '../../lib/use-drag-order.ts'
import { priorityAt } from './drag-order.ts'

/** Lets providers be dragged to another place of their order, which is another priority; `order` is all of them. */
export function useProviderOrder(order: readonly Provider[]) {
  const { setPriority } = useProviderChanges()
  return useDragOrder(order, (dragged, spot) => {
    const wanted = priorityAt(order, dragged, spot)
    if (wanted === dragged.priority) return null
    const joins = order.some(({ id, priority }) => id === spot.id && priority === wanted)
    return { joins, run: () => void setPriority(dragged, wanted) }
  })
}
