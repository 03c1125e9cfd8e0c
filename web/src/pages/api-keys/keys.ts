import type { Sort } from '../../../../src/contract/common.ts'
import type { ApiKey, KeyState } from '../../../../src/contract/keys.ts'
import { formatUsd, parseUsd } from '../../../../src/core/money.ts'
import { expiresSoon, keyState, longUnused, masked } from '../../lib/key/key-state.ts'
import { signOf } from '../../lib/sign-of.ts'

/** What the table may be ordered by; cost is that of this calendar month. */
export const COLUMNS = ['name', 'cost', 'used', 'expires'] as const
export type Column = (typeof COLUMNS)[number]

/** Which keys are shown, and in which order. */
export type KeyFilter = {
  /** Looked for in the name, the note and what is shown of the secret. */
  q: string
  status: KeyState | null
  soon: boolean
  unused: boolean
  sort: Sort<Column>
}

/** Whether anything is filtered at all. */
export const filtered = ({ q, status, soon, unused }: KeyFilter): boolean =>
  q.trim() !== '' || status !== null || soon || unused

/** The keys a filter leaves, in its order; `first` stand before all others (those just created). */
export function pickKeys(
  keys: readonly ApiKey[],
  filter: KeyFilter,
  now: number,
  first: (key: ApiKey) => boolean,
): ApiKey[] {
  const words = filter.q.trim().toLowerCase()
  const descending = filter.sort.startsWith('-')
  const column = filter.sort.replace('-', '') as Column
  return keys
    .filter((key) => words === '' || `${key.name}\n${key.note}\n${masked(key)}`.toLowerCase().includes(words))
    .filter((key) => filter.status === null || keyState(key) === filter.status)
    .filter((key) => !filter.soon || expiresSoon(key, now))
    .filter((key) => !filter.unused || longUnused(key, now))
    .toSorted((a, b) => {
      const newest = Number(first(b)) - Number(first(a))
      return newest !== 0 ? newest : compare(column, a, b) * (descending ? -1 : 1)
    })
}

function compare(column: Column, a: ApiKey, b: ApiKey): number {
  switch (column) {
    case 'name':
      return a.name.localeCompare(b.name, 'zh-CN')
    case 'cost':
      return signOf((parseUsd(a.month.cost) ?? 0n) - (parseUsd(b.month.cost) ?? 0n))
    case 'used':
      return (a.last_used_at ?? '').localeCompare(b.last_used_at ?? '')
    case 'expires':
      return (a.expires_at ?? '9').localeCompare(b.expires_at ?? '9')
    default:
      return column satisfies never
  }
}

/** What all keys together cost this month, as a decimal string in USD. */
export function monthCost(keys: readonly ApiKey[]): string {
  return formatUsd(keys.reduce((sum, key) => sum + (parseUsd(key.month.cost) ?? 0n), 0n))
}
