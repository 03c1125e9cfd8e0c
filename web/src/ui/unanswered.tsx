import type { ReactNode } from 'react'
import type { CallError } from '../lib/call-error.ts'
import { ErrorState } from './error-state.tsx'

type Props = { query: { error: CallError | null; refetch: () => Promise<unknown> }; bones: ReactNode }

/** What stands where there is no answer yet: the bones of it, or why it did not come. */
export function Unanswered({ query: { error, refetch }, bones }: Props) {
  return error === null ? bones : <ErrorState error={error} onRetry={() => void refetch()} />
}
