import { GatewayError } from '../core/errors.ts'
import { asRecord, elementMembers, elementSpans, type Span, textOr, valueAt } from '../core/json.ts'

/** Where the values of a key stand in a body. */
type Found = (key: string) => readonly Span[]
/** Whether the value at a span names a model. */
type Names = (body: Uint8Array, span: Span) => boolean

/**
 * What names models beside `model`: who is asked when it fails (OpenRouter's `models` and `route`, `fallbacks` of Anthropic and
 * OpenRouter, wire.md §1.5), and what has other models take part (OpenRouter's plugins).
 */
const FIELDS: readonly { field: string; names: Names }[] = Object.entries<Names>({
  models: isSaid,
  fallbacks: isSaid,
  route: (body, span) => {
    const route = valueAt(body, span)
    return route === 'fallback' || Object.keys(asRecord(route)).length > 0
  },
  plugins: (body, span) => elementSpans(body, span).some((plugin) => !PLUGINS.has(asRecord(valueAt(body, plugin)).id)),
}).map(([field, names]) => ({ field, names }))

/** Plugins that ask no other model. */
const PLUGINS: ReadonlySet<unknown> = new Set(['web', 'file-parser', 'response-healing', 'context-compression'])
/** Tools that a vendor runs, by what they are called where others of its tools ask another model. */
const HOSTED = /^openrouter:(?!(?:web_search|web_fetch|datetime|apply_patch)$)/

/** The keys that are looked for in a request. */
export const SECOND_MODEL_KEYS: readonly string[] = [...FIELDS.map(({ field }) => field), 'tools']

/**
 * Throws `second_model` for a request that names a model beside the one in `model`, whichever it is: only that one was looked
 * up for the caller and priced, and nothing else in the body is written in an upstream's name.
 */
export function refuseSecondModel(body: Uint8Array, found: Found): void {
  for (const { field, names } of FIELDS)
    for (const span of found(field)) if (names(body, span)) throw new GatewayError('second_model', { field })
  for (const span of found('tools')) {
    const field = namedByTools(body, span)
    if (field !== null) throw new GatewayError('second_model', { field })
  }
}

const SAYS_NOTHING = /^(?:null|false|""|\[\s*\]|\{\s*\})$/

function isSaid(body: Uint8Array, { start, end }: Span): boolean {
  return !SAYS_NOTHING.test(Buffer.from(body.subarray(start, end)).toString('latin1'))
}

const TOOL_KEYS: ReadonlySet<string> = new Set(['type', 'model', 'tools'])

/** The field by which tools ask another model; null when none does. `inner`: they are those of a namespace, which has no namespaces. */
function namedByTools(body: Uint8Array, tools: Span, inner = false): string | null {
  for (const tool of elementMembers(body, tools, TOOL_KEYS)) {
    if (tool.get('model')?.some((span) => isSaid(body, span))) return 'tools[].model'
    if (tool.get('type')?.some((span) => HOSTED.test(textOr(valueAt(body, span), '')))) return 'tools[].type'
    for (const held of (!inner && tool.get('tools')) || []) {
      const named = namedByTools(body, held, true)
      if (named !== null) return named
    }
  }
  return null
}
