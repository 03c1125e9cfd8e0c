import { lazy, Suspense, type ReactNode } from 'react'
import { loadChunk } from '../lib/load-chunk.ts'

const DrawerPanel = lazy(() =>
  loadChunk(() => import('./drawer-panel.tsx')).then((found) => ({ default: found.DrawerPanel })),
)

/** What a drawer takes; its panel, whose code is loaded apart, gets all but `footer` and `composed`. */
export type DrawerProps = {
  open: boolean
  /** Escape, the cross or a press beside it. Leave `open` true to refuse. */
  onClose: () => void
  title: ReactNode
  /** Stands after the title: a quiet remark, an id. */
  remark?: ReactNode
  /** Stands before the cross: previous, next, a link. */
  actions?: ReactNode
  /** 640, 720 or 880 px; the whole screen on a phone. */
  width?: 'slim' | 'normal' | 'wide'
  /** The bar at the foot. */
  footer?: ReactNode
  /** The children bring their own DrawerBody and DrawerFoot, because one form spans both. */
  composed?: boolean
  /** Stands in it once its code is there: hand on what a question gave, not the question, of which only what has been read by then is watched. */
  children: ReactNode
}

/** A sheet from the right over the page; its code loads when the first one opens. Focus goes to what carries `data-focus-first`, and back when it closes. */
export function Drawer({ footer, composed = false, children, ...rest }: DrawerProps) {
  return (
    <Suspense fallback={null}>
      <DrawerPanel {...rest}>
        {composed ? children : <DrawerBody>{children}</DrawerBody>}
        {footer !== undefined && <DrawerFoot>{footer}</DrawerFoot>}
      </DrawerPanel>
    </Suspense>
  )
}

/** The part of a drawer that scrolls. */
export function DrawerBody({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`db ${className}`}>{children}</div>
}

/** The bar at the foot of a drawer; `warns` when it asks for a decision. */
export function DrawerFoot({ children, warns = false }: { children: ReactNode; warns?: boolean }) {
  return (
    <div className={`df ${warns ? 'warn' : ''}`} {...(warns && { role: 'alert' })}>
      {children}
    </div>
  )
}
