import { type ComponentType, lazy, Suspense } from 'react'
import { loadChunk } from '../../lib/load-chunk.ts'

type Name = 'UnreadDot' | 'MaintenanceStrip'

// The frame is there before these are: they come in one chunk of their own.
function later(name: Name): ComponentType {
  const Part = lazy(() => loadChunk(() => import('./standing.tsx')).then((found) => ({ default: found[name] })))
  return function Later() {
    return (
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    )
  }
}

/** A dot beside the menu's word while something is unread. */
export const UnreadDot = later('UnreadDot')

/** A line on every page while maintenance is going on. */
export const MaintenanceStrip = later('MaintenanceStrip')
