import { formatUsd } from '../core/money.ts'
import type { ApiKey } from '../store/keys.ts'
import { zonedTime } from '../store/zone.ts'
import { keyStatus } from './key-view.ts'

/** The columns a key has in a table. */
export const KEY_COLUMNS = [
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
  'time_zone',
] as const

type Cells = Record<(typeof KEY_COLUMNS)[number], string | number | null>

/** A key by its columns, its times on the clock of a zone; of its secret only what is shown anywhere. */
export function keyCells(row: ApiKey, { now, zone }: { now: number; zone: string }): Cells {
  const { id, name, note, prefix, last4, expiresAt, month, lastUsedAt, createdAt } = row
  return {
    id,
    name,
    note,
    key: `${prefix}…${last4}`,
    status: keyStatus(row, now),
    expires_at: timeOf(expiresAt, zone),
    month_requests: month.requests,
    month_cost: formatUsd(month.costNanos),
    last_used_at: timeOf(lastUsedAt, zone),
    created_at: zonedTime(createdAt, zone),
    time_zone: zone,
  }
}

const timeOf = (ms: number | null, zone: string): string | null => (ms === null ? null : zonedTime(ms, zone))
