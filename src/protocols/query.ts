import type { Dialect } from '../core/protocol.ts'

/** What a query belongs to: a request in a dialect, a call for something kept upstream, or a WebSocket. */
export type QueryUse = Dialect | 'kept' | 'realtime'

/** The parameters that may go on. One that is no list goes on once, with the value that was read here. */
type Rule = {
  list?: true
  /** The only value that goes on; absent: any. */
  value?: string
  /** The paths it belongs to; absent: all. */
  paths?: RegExp
}

/** Azure's version of its API, which some of its resources ask for. */
const VERSION: Record<string, Rule> = { 'api-version': {} }

/**
 * What of a caller's query goes upstream; anything else stays here. Google lets parameters of any API hide what an answer used
 * or change its form (`fields`, `alt`, `callback`, `$…`; cloud.google.com/apis/docs/system-parameters), and elsewhere one may
 * name another model (`deployment`) or somebody else's call (`call_id`).
 */
const RULES: Readonly<Record<QueryUse, Readonly<Record<string, Rule>>>> = {
  openai: VERSION,
  anthropic: { beta: {} },
  // Any other form of an answer would not be read here; without it a stream is an array.
  gemini: { alt: { value: 'sse', paths: /streamGenerateContent$/ } },
  // OpenAI's reference, "Retrieve a response" and "List input items"; lists of what is kept are made here.
  kept: {
    ...VERSION,
    beta: {},
    include: { list: true },
    'include[]': { list: true },
    include_obfuscation: {},
    stream: {},
    starting_after: {},
    after: {},
    before: {},
    limit: {},
    order: {},
  },
  realtime: { ...VERSION, intent: {} },
}

type Parameter = [name: string, value: string]

/** The parameters of a caller's query that go upstream, decoded, in the order of the rules. */
export function queryOnwards(use: QueryUse, { path, query }: { path: string; query: URLSearchParams }): Parameter[] {
  // Hardly any request has one.
  if (query.size === 0) return []
  return Object.entries(RULES[use]).flatMap(([name, { list, value, paths }]) => {
    if (paths && !paths.test(path)) return []
    const told = query.getAll(name)
    const taken = list ? told : told.slice(0, 1)
    return taken.flatMap((one) => (value === undefined || one === value ? [[name, one] satisfies Parameter] : []))
  })
}
