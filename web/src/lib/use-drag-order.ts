import { useState, type DragEvent } from 'react'

/** Where something that is dragged would come to stand: above or below another. */
export type Spot = { id: string; below: boolean }

/** What dropping would do; `joins`: it comes to stand beside those it is dropped among, with the same priority. */
export type Move = { joins: boolean; run: () => void }

/** What a row shows while another is dragged over it: that this would stand above, below, or beside with the same priority. */
export type DropMark = 'above' | 'below' | 'same'

/** Lets rows be dragged to another place of their order; `moveTo` says what comes of that, null where nothing does. */
export function useDragOrder<Row extends { id: string }>(
  order: readonly Row[],
  moveTo: (dragged: Row, spot: Spot) => Move | null,
) {
  const [held, setHeld] = useState<string | null>(null)
  const [spot, setSpot] = useState<Spot | null>(null)
  const dragged = order.find(({ id }) => id === held)
  const move = dragged && spot ? moveTo(dragged, spot) : null
  const end = () => {
    setHeld(null)
    setSpot(null)
  }
  return {
    handle: (id: string) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        const row = event.currentTarget.closest<HTMLElement>('tr, li')
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
        move?.run()
        end()
      },
      'data-drop': markOf(id, spot, move),
    }),
  }
}

function markOf(id: string, spot: Spot | null, move: Move | null): DropMark | undefined {
  if (move === null || spot?.id !== id) return undefined
  if (move.joins) return 'same'
  return spot.below ? 'below' : 'above'
}
