import type { ApiKey } from '../contract/keys.ts'
import type { LimitState } from '../core/limits.ts'
import { formatUsd } from '../core/money.ts'
import { iso, isoOrNull } from '../core/time.ts'
import type { ApiKey as StoredKey } from '../store/keys.ts'
import type { Deps } from './deps.ts'
import { limitViews } from './limit-json.ts'

/** A key as its owner sees it, with its limits as they stand now. */
export async function keyView(row: StoredKey, deps: Pick<Deps, 'clock' | 'limitState'>): Promise<ApiKey> {
  return keyOf(row, await deps.limitState('key', row.id), deps.clock.now())
}

/** Whether a key works; its end is judged by the reader. */
export function keyStatus({ status, expiresAt }: Pick<StoredKey, 'status' | 'expiresAt'>, now: number) {
  return status === 'active' && expiresAt !== null && expiresAt <= now ? 'expired' : status
}

function keyOf(row: StoredKey, limits: readonly LimitState[], now: number): ApiKey {
  const overlaps = row.overlapUntil !== null && row.overlapUntil > now
  return {
    id: row.id,
    name: row.name,
    note: row.note,
    prefix: row.prefix,
    last4: row.last4,
    status: keyStatus(row, now),
    disabled_by_admin: row.disabledBy !== null,
    expires_at: isoOrNull(row.expiresAt),
    allow_models: row.allowModels,
    allow_ips: row.allowIps,
    tags: row.tags,
    limits: limitViews(limits),
    old_secret_until: row.overlapUntil !== null && overlaps ? iso(row.overlapUntil) : null,
    created_at: iso(row.createdAt),
    version: row.version,
    last_used_at: isoOrNull(row.lastUsedAt),
    last_used_ip: row.lastUsedIp,
    last_used_client: row.lastUsedClient,
    last_used_model: row.lastUsedModel,
    month: { requests: row.month.requests, cost: formatUsd(row.month.costNanos) },
    trend: row.trend.map((nanos) => formatUsd(nanos)),
  }
}
