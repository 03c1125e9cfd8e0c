import { lazy } from 'react'
import { loadChunk } from '../../../lib/load-chunk.ts'

/** What only administrators see of the page, apart from what everybody loads. */
export const AnomaliesCard = lazy(() =>
  loadChunk(() => import('./anomalies-card.tsx')).then((found) => ({ default: found.AnomaliesCard })),
)

/** Who came, stayed and left, apart from the rest as well. */
export const Cohorts = lazy(() =>
  loadChunk(() => import('./cohorts.tsx')).then((found) => ({ default: found.Cohorts })),
)

/** The reconciliation, apart from the rest: it is opened seldom. */
export const Reconcile = lazy(() =>
  loadChunk(() => import('./reconcile.tsx')).then((found) => ({ default: found.Reconcile })),
)
