import { useState, type DragEvent } from 'react'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useProviderChanges } from '../../lib/provider/use-provider-changes.ts'
import { priorityAt, type Spot } from './drag-order.ts'

/** What a row of providers shows while one is dragged over it: that it would stand above, below, or beside with the same priority. */
export type DropMark = 'above' | 'below' | 'same'

/** Lets providers be dragged to another place of their order, which is another priority; `order` is all of them. */
export function useDragOrder(order: readonly Provider[]) {
  const { setPriority } = useProviderChanges()
  const [held, setHeld] = useState<string | null>(null)
  const [spot, setSpot] = useState<Spot | null>(null)
  const dragged = order.find(({ id }) => id === held)
  const wanted = dragged && spot ? priorityAt(order, dragged, spot) : undefined
  const moves = wanted !== undefined && wanted !== dragged?.priority
  const end = () => {
    setHeld(null)
    setSpot(null)
  }
  return {
    handle: (id: string) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        const row = event.currentTarget.closest('tr')
        if (row) event.dataTransfer.setDragImage(row, 16, row.offsetHeight / 2)
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', id)
        setHeld(id)
      },
      onDragEnd: end,
    }),
    row: (id: string) => ({
      onDragOver: (event: DragEvent) => {
        if (!dragged) return
        event.preventDefault()
        const { top, height } = event.currentTarget.getBoundingClientRect()
        const below = event.clientY > top + height / 2
        if (spot?.id !== id || spot.below !== below) setSpot({ id, below })
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (dragged && moves) void setPriority(dragged, wanted)
        end()
      },
    }),
    markOf: ({ id, priority }: Provider): DropMark | undefined => {
      if (!moves || spot?.id !== id) return undefined
      if (wanted === priority) return 'same'
      return spot.below ? 'below' : 'above'
    },
  }
}
