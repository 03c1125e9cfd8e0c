import type { Dialect } from '../core/protocol.ts'

/** What a query belongs to: a request in a dialect, a call for something kept upstream, or a WebSocket. */
export type QueryUse = Dialect | 'kept' | 'realtime'

/** How often a parameter goes on: with each of its values, or once, with the first, which is the one that is read here. */
type Times = 'each' | 'once'

/** Azure's version of its API, which some of its resources ask for. */
const VERSION: Record<string, Times> = { 'api-version': 'once' }

/**
 * What of a caller's query goes upstream; anything else stays here. Google lets parameters of any API hide what an answer used
 * or change its form (`fields`, `alt`, `callback`, `$…`; cloud.google.com/apis/docs/system-parameters), and elsewhere one may
 * name another model (`deployment`) or somebody else's call (`call_id`).
 */
const ONWARDS: Readonly<Record<QueryUse, Readonly<Record<string, Times>>>> = {
  openai: VERSION,
  anthropic: { beta: 'once' },
  // The form of an answer is asked for as it was understood (`Addressed.query`).
  gemini: {},
  // OpenAI's reference, "Retrieve a response" and "List input items"; Google's, "Retrieving an interaction"; lists of what is kept are made here.
  kept: {
    ...VERSION,
    beta: 'once',
    include: 'each',
    'include[]': 'each',
    include_obfuscation: 'once',
    stream: 'once',
    starting_after: 'once',
    last_event_id: 'once',
    include_input: 'once',
    after: 'once',
    before: 'once',
    limit: 'once',
    order: 'once',
  },
  realtime: { ...VERSION, intent: 'once' },
}

/** The parameters of a caller's query that go upstream, decoded, in the order of the table. */
export function queryOnwards(use: QueryUse, query: URLSearchParams): [name: string, value: string][] {
  // Hardly any request has one.
  if (query.size === 0) return []
  return Object.entries(ONWARDS[use]).flatMap(([name, times]) =>
    query
      .getAll(name)
      .slice(0, times === 'once' ? 1 : undefined)
      .map((value): [string, string] => [name, value]),
  )
}
