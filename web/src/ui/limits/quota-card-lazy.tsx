import { lazy, Suspense } from 'react'
import { loadChunk } from '../../lib/load-chunk.ts'
import { useUser } from '../../lib/session.ts'

const QuotaCard = lazy(() =>
  loadChunk(() => import('./quota-card.tsx')).then((found) => ({ default: found.QuotaCard })),
)

/** What is left to the signed-in user; nothing, and no code for it, where nothing bounds them. */
export function OwnQuota() {
  const user = useUser()
  if (user === null || (user.balance === null && user.limits.length === 0)) return null
  return (
    <Suspense fallback={null}>
      <QuotaCard />
    </Suspense>
  )
}
