import { GripVertical } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'
import './drag-grip.css'

type Props = { title: string } & Pick<ComponentProps<'span'>, 'draggable' | 'onDragStart' | 'onDragEnd'>

/** What a row is dragged by. For the mouse alone: a number beside it is the way of keys and fingers. */
export function DragGrip(props: Props) {
  return (
    <span className="grip" aria-hidden {...props}>
      <Icon of={GripVertical} small />
    </span>
  )
}
