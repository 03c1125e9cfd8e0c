import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { parseUsd } from '../../../../src/core/money.ts'

/** Which of two answers was cheaper, by which share of the dearer one, and which was faster by how much. */
type Verdict = {
  cheaper: { place: 0 | 1; share: number } | null
  faster: { place: 0 | 1; ms: number } | null
}

type Row = Pick<RequestDetail, 'cost' | 'total_ms' | 'status'>

/** Compares the requests of one turn; null unless both have succeeded. */
export function verdictOf(one: Row | null | undefined, other: Row | null | undefined): Verdict | null {
  if (one?.status !== 'succeeded' || other?.status !== 'succeeded') return null
  const costs = [parseUsd(one.cost) ?? 0n, parseUsd(other.cost) ?? 0n] as const
  const [low, high] = costs[0] < costs[1] ? costs : [costs[1], costs[0]]
  const ms = Math.abs(one.total_ms - other.total_ms)
  return {
    cheaper:
      low === high ? null : { place: costs[0] === low ? 0 : 1, share: Number(((high - low) * 1000n) / high) / 1000 },
    faster: ms === 0 ? null : { place: one.total_ms < other.total_ms ? 0 : 1, ms },
  }
}
