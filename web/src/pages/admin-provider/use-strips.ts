import { useQuery } from '@tanstack/react-query'
import { adminProviderStrips } from '../../../../src/contract/provider-strips.ts'
import { ask } from '../../lib/query.ts'
import { useRange } from './use-range.ts'

const EVERY_MS = 30_000

/** How each endpoint and credential of a provider did over the range of the address, and what failed. */
export function useStrips(provider: string) {
  const { range } = useRange(provider)
  const question = ask(adminProviderStrips, { params: { id: provider }, query: { range } })
  return useQuery({ ...question, refetchInterval: EVERY_MS })
}
