import { lazy } from 'react'
import { loadChunk } from '../../lib/load-chunk.ts'

/** `BulkLimits`, whose code is loaded when it is first drawn. */
export const BulkLimits = lazy(() =>
  loadChunk(() => import('./bulk-limits.tsx')).then((found) => ({ default: found.BulkLimits })),
)
