import { lazy } from 'react'
import { loadTexts } from '../../i18n/texts.ts'
import { together } from '../../lib/lazy-page.tsx'
import { loadChunk } from '../../lib/load-chunk.ts'

/** Loads the drawer before it is wanted, and what its bill says of hours. */
export const loadRequestDrawer = () => loadChunk(() => together(import('./request-drawer.tsx'), loadTexts('prices')))

/** The drawer of a request; nobody looks into one before there is one to press, so its code comes apart. */
export const RequestDrawer = lazy(() => loadRequestDrawer().then((found) => ({ default: found.RequestDrawer })))
