import { expect, it } from 'vitest'
import { outcomeOf } from './outcome.ts'

it.each([
  ['succeeded', 'complete', 200, 'success'],
  ['cancelled', 'caller_gone', 499, 'cancelled'],
  ['refused', 'gateway_error', 429, 'limited'],
  ['refused', 'gateway_error', 404, 'client_error'],
  ['failed', 'first_token_timeout', 504, 'timeout'],
  ['failed', 'upstream_error', 502, 'upstream_error'],
  ['failed', 'upstream_truncated', 200, 'upstream_error'],
  ['running', 'complete', 200, 'running'],
] as const)('a request that %s (%s, %s) is shown as %4$s', (status, end, http_status, outcome) => {
  expect(outcomeOf({ status, end, http_status })).toBe(outcome)
})
