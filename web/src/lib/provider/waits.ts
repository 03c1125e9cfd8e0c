/** Which waits of an endpoint may be bounded, in the order of a request. */
export const WAITS = ['connect_ms', 'headers_ms', 'first_token_ms', 'idle_ms', 'total_ms'] as const
