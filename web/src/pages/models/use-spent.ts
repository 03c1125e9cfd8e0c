import { useQuery } from '@tanstack/react-query'
import { askBreakdown } from '../../lib/traffic/ask.ts'
import { useLastMonth } from '../../lib/traffic/use-last-month.ts'

/** What each model cost the reader in the last 30 days, in USD; asked for only when it is wanted. */
export function useSpent(wanted: boolean): (id: string) => string {
  const query = useLastMonth()
  const { data } = useQuery({ ...askBreakdown('user', { ...query, by: 'model' }), enabled: wanted })
  const costs = new Map((data?.items ?? []).map((row) => [row.id, row.current.cost]))
  return (id) => costs.get(id) ?? '0'
}
