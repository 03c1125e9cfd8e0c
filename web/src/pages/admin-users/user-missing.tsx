import { SearchX } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { CallError } from '../../lib/call-error.ts'
import { DrawerBody } from '../../ui/drawer.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'

type Props = {
  /** Why it is not there; null while it is asked for. */
  error: CallError | null
  onRetry: () => void
}

/** What a drawer shows of an account that is not there: not yet, no longer, or for a fault. */
export function UserMissing({ error, onRetry }: Props) {
  const t = useTexts('users')
  return (
    <DrawerBody>
      {error === null ? (
        <TableSkeleton />
      ) : error.status === 404 ? (
        <Empty icon={SearchX} title={t('gone.title')} text={t('gone.text')} />
      ) : (
        <ErrorState error={error} onRetry={onRetry} />
      )}
    </DrawerBody>
  )
}
