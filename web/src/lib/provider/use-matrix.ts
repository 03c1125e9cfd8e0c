import { useQuery } from '@tanstack/react-query'
import { adminHealthMatrix, type MatrixRow } from '../../../../src/contract/overview.ts'
import { ask } from '../query.ts'

const EVERY_MS = 30_000

/** How every provider did over the last day and does now, asked again while somebody looks; `of` gives nothing of one that is not told of. */
export function useMatrix() {
  const query = useQuery({ ...ask(adminHealthMatrix), refetchInterval: EVERY_MS })
  const of = (id: string): MatrixRow | undefined => query.data?.items.find((row) => row.id === id)
  return { query, of }
}
