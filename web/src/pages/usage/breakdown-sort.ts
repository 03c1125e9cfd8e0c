import type { Sort } from '../../../../src/contract/common.ts'
import type { Totals } from '../../../../src/contract/usage.ts'
import { parseUsd } from '../../../../src/core/money.ts'
import { plotted } from '../../lib/format.ts'
import type { Scope } from '../../lib/scope.ts'
import { failedShare, margin, scaled, switchedShare, tokensOf } from '../../lib/traffic/figures.ts'
import type { ShownRow } from './breakdown.tsx'

/** The columns of figures of a scope, in order. */
export const FIGURES_OF = {
  user: ['requests', 'tokens', 'cost', 'change', 'mean', 'p50', 'p95', 'failed'],
  admin: [
    'requests',
    'tokens',
    'cost',
    'upstream',
    'margin',
    'marginShare',
    'change',
    'mean',
    'p50',
    'p95',
    'failed',
    'switched',
  ],
} as const satisfies Record<Scope, readonly string[]>
type Narrow = Partial<Record<(typeof FIGURES_OF)['admin'][number], string>>
/** The figures that are given up first where there is little room, as classes of their cells: sooner where tokens are `full` numbers. */
export const NARROW: Readonly<Record<Scope, Record<'short' | 'full', Narrow>>> = {
  user: {
    short: { mean: '@max-[940px]:hidden', change: '@max-[820px]:hidden', p95: '@max-[640px]:hidden' },
    full: { mean: '@max-[1020px]:hidden', change: '@max-[900px]:hidden', p95: '@max-[720px]:hidden' },
  },
  admin: {
    short: {
      mean: '@max-[1130px]:hidden',
      change: '@max-[1040px]:hidden',
      switched: '@max-[940px]:hidden',
      upstream: '@max-[890px]:hidden',
      p95: '@max-[830px]:hidden',
      marginShare: '@max-[710px]:hidden',
      p50: '@max-[640px]:hidden',
    },
    full: {
      mean: '@max-[1250px]:hidden',
      change: '@max-[1160px]:hidden',
      switched: '@max-[1060px]:hidden',
      upstream: '@max-[1000px]:hidden',
      p95: '@max-[940px]:hidden',
      marginShare: '@max-[820px]:hidden',
      p50: '@max-[750px]:hidden',
    },
  },
}
/** What the breakdown may be ordered by. */
export const COLUMNS = ['name', ...FIGURES_OF.admin] as const
/** What rows can be ordered by: a figure, or the name of what they are of. */
export type Column = (typeof COLUMNS)[number]

/** The mean cost of a thousand requests; null without requests. */
export const meanCost = (totals: Totals): string | null => scaled(totals.cost, 1000, totals.requests)

const nanos = (amount: string | null): bigint => (amount === null ? -1n : (parseUsd(amount) ?? 0n))

/** A change as it is shown: against what was before; behind all others where there was nothing. */
function growth(cost: string, before: string): number {
  const [now, then] = [plotted(cost), plotted(before)]
  return then === 0 ? -Infinity : (now - then) / Math.abs(then)
}

const VALUES: Record<Column, (shown: ShownRow) => string | number | bigint> = {
  name: ({ name }) => name,
  requests: ({ row }) => row.current.requests,
  tokens: ({ row }) => tokensOf(row.current),
  cost: ({ row }) => nanos(row.current.cost),
  upstream: ({ row }) => nanos(row.current.upstream_cost),
  margin: ({ row }) => nanos(margin(row.current).amount),
  marginShare: ({ row }) => margin(row.current).share ?? -Infinity,
  switched: ({ row }) => switchedShare(row.current) ?? -1,
  change: ({ row }) => growth(row.current.cost, row.previous_cost),
  mean: ({ row }) => nanos(meanCost(row.current)),
  p50: ({ row }) => row.current.first_token_p50 ?? -1,
  p95: ({ row }) => row.current.first_token_p95 ?? -1,
  failed: ({ row }) => failedShare(row.current) ?? -1,
}

/** The rows in an order; equal ones stay as they came. */
export function sorted(rows: readonly ShownRow[], sort: Sort<Column>): ShownRow[] {
  const down = sort.startsWith('-')
  const column = COLUMNS.find((one) => sort === one || sort === `-${one}`) ?? 'cost'
  const value = VALUES[column]
  return rows.toSorted((one, other) => {
    const order = compare(value(one), value(other))
    return down ? -order : order
  })
}

function compare(a: string | number | bigint, b: string | number | bigint): number {
  if (typeof a === 'string' || typeof b === 'string') return String(a).localeCompare(String(b))
  return a < b ? -1 : a > b ? 1 : 0
}
