import type { ApiKey } from '../../../../src/contract/keys.ts'
import type { RequestRow } from '../../../../src/contract/usage.ts'

/** Which of the keys a secret is of, as far as what is shown of each can tell. */
export function keyOfSecret<K extends Pick<ApiKey, 'prefix' | 'last4'>>(
  keys: readonly K[],
  text: string,
): K | undefined {
  return keys.find(
    ({ prefix, last4 }) =>
      text.length > prefix.length + last4.length && text.startsWith(prefix) && text.endsWith(last4),
  )
}

/** What is to be done about a request that failed. */
export type Fix = 'request' | 'key' | 'address' | 'size' | 'quota' | 'rate' | 'upstream'

const FIX_OF_STATUS: Readonly<Record<number, Fix>> = { 401: 'key', 404: 'address', 413: 'size' }

/** How a request is to be mended; null when it runs or went well. */
export function fixOf({
  status,
  http_status: code,
  error,
}: Pick<RequestRow, 'status' | 'http_status' | 'error'>): Fix | null {
  if (status === 'running' || status === 'succeeded' || status === 'cancelled') return null
  if (code === 429) return /^(balance|limit_reached)/.test(error?.class ?? '') ? 'quota' : 'rate'
  return FIX_OF_STATUS[code] ?? (code >= 500 ? 'upstream' : 'request')
}
