import type { RequestRow } from '../../../../src/contract/usage.ts'

/** How a request stands, in the status language of the console. */
type Outcome = 'success' | 'running' | 'client_error' | 'limited' | 'upstream_error' | 'timeout' | 'cancelled'

const TIMEOUTS: readonly RequestRow['end'][] = ['first_token_timeout', 'idle_timeout', 'total_timeout']

/** The state of a request. An answer that broke midway began with 200 and is an error of the upstream all the same. */
export function outcomeOf({ status, end, http_status }: Pick<RequestRow, 'status' | 'end' | 'http_status'>): Outcome {
  switch (status) {
    case 'running':
      return 'running'
    case 'succeeded':
      return 'success'
    case 'cancelled':
      return 'cancelled'
    case 'failed':
    case 'refused':
      if (http_status === 429) return 'limited'
      if (http_status === 504 || TIMEOUTS.includes(end)) return 'timeout'
      return http_status >= 400 && http_status < 500 ? 'client_error' : 'upstream_error'
  }
  return status satisfies never
}

/** The state an HTTP status stands for, where only that is known. */
export function outcomeOfCode(code: number): Outcome {
  if (code === 429) return 'limited'
  if (code === 504) return 'timeout'
  if (code === 499) return 'cancelled'
  return code >= 500 || code < 400 ? 'upstream_error' : 'client_error'
}
