import { REQUEST_STATUSES, type RequestRecord } from '../core/records.ts'
import type { RequestFloors } from '../store/requests.ts'
import type { RequestOutcome, UsageFilter } from '../store/usage-filter.ts'

/** Which requests somebody follows: those a list with the same filter and search would show. */
type LiveFilter = Omit<UsageFilter, 'from' | 'to'> & RequestFloors & { q?: string | undefined }

/** Whether a request that begins or ends is meant; the twin in memory of what the store asks the database. */
export function isMeant(record: RequestRecord, filter: LiveFilter): boolean {
  return (
    among(record.userId, filter.users) &&
    among(record.keyId, filter.keys) &&
    // Of a request that begins, only the name it asked for is known.
    among(record.status === 'running' ? record.modelAsked : (record.model ?? ''), filter.models) &&
    among(record.providerId ?? '', filter.providers) &&
    among(record.client, filter.clients) &&
    among(record.endpointId ?? '', filter.endpoints) &&
    among(record.credentialId ?? '', filter.credentials) &&
    (filter.statuses?.some((status) => hasStatus(record, status)) ?? true) &&
    record.costNanos >= (filter.minCostNanos ?? 0n) &&
    Math.round(record.firstTokenMs ?? -1) >= (filter.minFirstTokenMs ?? -1) &&
    isFound(record, filter.q)
  )
}

function among(value: string, wanted: readonly string[] | undefined): boolean {
  return wanted?.includes(value) ?? true
}

function hasStatus(record: RequestRecord, wanted: string): boolean {
  if (/^[1-5]\d\d$/.test(wanted)) return record.httpStatus === Number(wanted)
  const isStatus = REQUEST_STATUSES.some((status) => status === wanted)
  return wanted === (isStatus ? record.status : outcomeOf(record))
}

function outcomeOf({ status, httpStatus }: RequestRecord): RequestOutcome | null {
  if (status === 'running') return null
  if (status === 'succeeded' || status === 'cancelled') return status
  if (httpStatus === 429) return '429'
  return httpStatus >= 400 && httpStatus < 500 ? '4xx' : '5xx'
}

function isFound({ id, model, modelAsked, client, ip }: RequestRecord, q: string | undefined): boolean {
  const wanted = q?.trim().toLowerCase() ?? ''
  return [id, model ?? '', modelAsked, client, ip].some((text) => text.toLowerCase().includes(wanted))
}
