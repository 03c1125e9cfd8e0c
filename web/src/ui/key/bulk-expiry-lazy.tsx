import { lazy } from 'react'
import { loadChunk } from '../../lib/load-chunk.ts'

/** `BulkExpiry`, whose code is loaded when it is first drawn. */
export const BulkExpiry = lazy(() =>
  loadChunk(() => import('./bulk-expiry.tsx')).then((found) => ({ default: found.BulkExpiry })),
)
