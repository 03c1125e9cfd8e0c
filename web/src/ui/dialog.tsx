import { lazy, Suspense, type ReactNode } from 'react'
import { loadChunk } from '../lib/load-chunk.ts'

const DialogPanel = lazy(() =>
  loadChunk(() => import('./dialog-panel.tsx')).then((found) => ({ default: found.DialogPanel })),
)

/** What a dialog hands on to its panel, whose code is loaded apart. */
export type DialogProps = {
  open: boolean
  /** Escape or a press beside it. Leave `open` true to refuse. */
  onClose: () => void
  title: ReactNode
  /** 880 px, for a form beside what comes of it. */
  wide?: boolean
  children: ReactNode
  /** The buttons: first the way back, then the deed. */
  actions?: ReactNode
}

/** A small window over the page for a short form; questions with yes and no go through `confirm`. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense fallback={null}>
      <DialogPanel {...props} />
    </Suspense>
  )
}
