import { lazy } from 'react'
import { loadChunk } from '../../lib/load-chunk.ts'

/** `TestDrawer`, whose code is loaded when it is first drawn. */
export const TestDrawer = lazy(() =>
  loadChunk(() => import('./test-drawer.tsx')).then((found) => ({ default: found.TestDrawer })),
)
