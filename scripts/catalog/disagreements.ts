import type { Row } from './row.ts'

/** Prices of one component that sources disagree about by more than a fifth, in nano-dollars per million. */
type Disagreement = { id: string; component: 'input' | 'output'; prices: Record<string, string> }

const COMPONENTS = ['input', 'output'] as const

/** Where the sources disagree about what one model costs; each source speaks by its entry nearest to the vendor. */
export function disagreementsIn(rows: readonly Row[]): Disagreement[] {
  return COMPONENTS.flatMap((component) => {
    const prices: Record<string, string> = {}
    for (const { source, price } of rows) {
      const rate = price?.[component]
      if (rate !== undefined) prices[source] ??= rate
    }
    const rates = Object.values(prices).map(BigInt)
    const most = rates.reduce(higher, 0n)
    const least = rates.reduce(lower, most)
    return most * 10n > least * 12n ? [{ id: rows[0]?.id ?? '', component, prices }] : []
  })
}

function lower(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function higher(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
