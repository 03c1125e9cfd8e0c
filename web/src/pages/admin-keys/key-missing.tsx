import type { UseQueryResult } from '@tanstack/react-query'
import { Drawer } from '../../ui/drawer.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { NoSuchKey } from '../../ui/key/no-such-key.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'

type Props = { query: UseQueryResult; title: string; width?: 'slim' | 'normal'; onClose: () => void }

/** A drawer for a key that is not there: not yet, no longer, or for a fault. */
export function KeyMissing({ query, title, width = 'normal', onClose }: Props) {
  if (query.error?.status === 404) return <NoSuchKey onClose={onClose} />
  return (
    <Drawer open width={width} onClose={onClose} title={title}>
      {query.error === null ? (
        <TableSkeleton />
      ) : (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Drawer>
  )
}
