import { lazy } from 'react'
import { loadChunk } from '../../lib/load-chunk.ts'

/** Loads the drawer before it is wanted. */
export const loadRequestDrawer = () => loadChunk(() => import('./request-drawer.tsx'))

/** The drawer of a request; nobody looks into one before there is one to press, so its code comes apart. */
export const RequestDrawer = lazy(() => loadRequestDrawer().then((found) => ({ default: found.RequestDrawer })))
