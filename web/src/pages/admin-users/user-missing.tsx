import { SearchX } from 'lucide-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { DrawerBody } from '../../ui/drawer.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'

/** What a drawer shows of an account that is not there: not yet, no longer, or for a fault. */
export function UserMissing({ query }: { query: UseQueryResult }) {
  const t = useTexts('users')
  return (
    <DrawerBody>
      {query.error === null ? (
        <TableSkeleton />
      ) : query.error.status === 404 ? (
        <Empty icon={SearchX} title={t('gone.title')} text={t('gone.text')} />
      ) : (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
    </DrawerBody>
  )
}
