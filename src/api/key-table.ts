import { formatUsd } from '../core/money.ts'
import { iso } from '../core/time.ts'
import type { ApiKey } from '../store/keys.ts'
import { keyStatus } from './key-view.ts'

/** The columns a key has in a table. */
export const KEY_HEADING = [
  'id',
  'name',
  'note',
  'key',
  'status',
  'expires_at',
  'month_requests',
  'month_cost',
  'last_used_at',
  'created_at',
] as const

/** A key as cells under `KEY_HEADING`; of its secret only what is shown anywhere. */
export function keyCells(row: ApiKey, now: number): (string | number | null)[] {
  const { id, name, note, prefix, last4, expiresAt, month, lastUsedAt, createdAt } = row
  const shown = [id, name, note, `${prefix}…${last4}`, keyStatus(row, now), timeOf(expiresAt)]
  return [...shown, month.requests, formatUsd(month.costNanos), timeOf(lastUsedAt), iso(createdAt)]
}

const timeOf = (ms: number | null): string | null => (ms === null ? null : iso(ms))
