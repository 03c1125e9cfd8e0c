/** What the gateway does about a failure of an upstream. */
const HANDLINGS = {
  limits: ['http_429'],
  cools: ['credential'],
  rests: ['http_401', 'http_402', 'http_403'],
  breaks: ['truncated', 'idle_timeout'],
} as const satisfies Record<string, readonly string[]>

export type Handling = keyof typeof HANDLINGS | 'moves' | 'counts'

const GROUPS = Object.keys(HANDLINGS) as (keyof typeof HANDLINGS)[]

/** What is usually done about a class of failures (docs/routing.md); a word of the upstream's own may mean something else. */
export function handlingOf(kind: string): Handling {
  const known = GROUPS.find((group) => HANDLINGS[group].some((one) => one === kind))
  if (known !== undefined) return known
  // Of refusals only 408 says something of the endpoint: the others are about a moment, or a model.
  return /^http_4\d\d$/.test(kind) && kind !== 'http_408' ? 'moves' : 'counts'
}
