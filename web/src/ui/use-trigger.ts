import { useRef, useState, type Ref } from 'react'
import { warmChunk } from '../lib/load-chunk.ts'

/** What the element that opens a popup must carry. */
export type TriggerProps = {
  ref: Ref<HTMLButtonElement>
  'aria-haspopup': 'menu' | 'dialog'
  'aria-expanded': boolean
  onClick: () => void
  onPointerEnter: () => void
  onFocus: () => void
}

/** The state of a popup whose code loads at the first hover, and what its trigger carries; `open` null: it never was. */
export function useTrigger(popup: TriggerProps['aria-haspopup'], load: () => Promise<unknown>) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<boolean | null>(null)
  const prepare = () => void warmChunk(load)
  const props: TriggerProps = {
    ref: anchor,
    'aria-haspopup': popup,
    'aria-expanded': open === true,
    onClick: () => setOpen(true),
    onPointerEnter: prepare,
    onFocus: prepare,
  }
  return { anchor, open, setOpen, props }
}
