import { formatUsd } from '../core/money.ts'
import type { ApiKey } from '../store/keys.ts'
import { zonedTime } from '../store/zone.ts'
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
  'time_zone',
] as const

/** A key as cells under `KEY_HEADING`, its times on the clock of a zone; of its secret only what is shown anywhere. */
export function keyCells(row: ApiKey, { now, zone }: { now: number; zone: string }): (string | number | null)[] {
  const { id, name, note, prefix, last4, expiresAt, month, lastUsedAt, createdAt } = row
  const shown = [id, name, note, `${prefix}…${last4}`, keyStatus(row, now), timeOf(expiresAt, zone)]
  const times = [timeOf(lastUsedAt, zone), zonedTime(createdAt, zone), zone]
  return [...shown, month.requests, formatUsd(month.costNanos), ...times]
}

const timeOf = (ms: number | null, zone: string): string | null => (ms === null ? null : zonedTime(ms, zone))
