import { notWellFormed } from '../core/asked-json.ts'
import { GatewayError } from '../core/errors.ts'
import { asRecord, firstElements, type Span, textOr, valueAt } from '../core/json.ts'
import { walkJson } from '../core/json-walk.ts'

/** Where the values of a key stand in a body. */
type Found = (key: string) => readonly Span[]
/** Whether the value at a span names a model. */
type Names = (body: Uint8Array, span: Span) => boolean

/**
 * What names models beside `model`: who is asked when it fails (OpenRouter's `models` and `route`, `fallbacks` of Anthropic and
 * OpenRouter, wire.md §1.5), and what has other models take part (OpenRouter's plugins, the author of OpenAI's drawings).
 */
const FIELDS: readonly { field: string; names: Names }[] = Object.entries<Names>({
  models: isSaid,
  fallbacks: isSaid,
  svg: (body, span) => textOr(asRecord(valueAt(body, span)).model, '') !== '',
  route: (body, span) => {
    const route = valueAt(body, span)
    return route === 'fallback' || Object.keys(asRecord(route)).length > 0
  },
  plugins: (body, span) => {
    const plugins = firstElements(body, span, MOST_ENTRIES + 1)
    if (plugins.length > MOST_ENTRIES) throw tooManyEntries('plugins')
    return plugins.some((plugin) => !PLUGINS.has(asRecord(valueAt(body, plugin)).id))
  },
}).map(([field, names]) => ({ field, names }))

/** Anthropic takes up to 10,000 tools where some of them are found by searching (its guide to the tool search tool); nobody takes more. */
const MOST_ENTRIES = 10_000

function tooManyEntries(field: string): GatewayError {
  return new GatewayError('body_invalid', { reason: `\`${field}\` has more than ${MOST_ENTRIES} entries` })
}

/** Plugins that ask no other model. */
const PLUGINS: ReadonlySet<unknown> = new Set(['web', 'file-parser', 'response-healing', 'context-compression'])
/** Tools that a vendor runs, by what they are called where others of its tools ask another model. */
const HOSTED = /^openrouter:(?!(?:web_search|web_fetch|datetime|apply_patch)$)/

/** The keys that are looked for in a request. */
export const SECOND_MODEL_KEYS: readonly string[] = [...FIELDS.map(({ field }) => field), 'tools', 'input']

/**
 * Throws `second_model` for a request that names a model beside the one in `model`, whichever it is: only that one was looked
 * up for the caller and priced, and nothing else in the body is written in an upstream's name.
 */
export function refuseSecondModel(body: Uint8Array, found: Found): void {
  for (const { field, names } of FIELDS)
    for (const span of found(field)) if (names(body, span)) throw new GatewayError('second_model', { field })
  for (const span of found('tools')) refuseInTools(body, span, '')
  // Items of a conversation of Responses offer tools too: `additional_tools`, `tool_search_output`.
  for (const span of found('input')) refuseInTools(body, span, 'tools')
}

/** Under which names a form can say what `svg` says in JSON. */
const IN_FORMS = ['svg[model]', 'svg'] as const

/** The same of a request that is a form. */
export function refuseSecondModelInForm(found: Found): void {
  for (const name of IN_FORMS)
    for (const { start, end } of found(name)) if (end > start) throw new GatewayError('second_model', { field: name })
}

const SAYS_NOTHING = /^(?:null|false|""|\[\s*\]|\{\s*\})$/

function isSaid(body: Uint8Array, { start, end }: Span): boolean {
  return !SAYS_NOTHING.test(Buffer.from(body.subarray(start, end)).toString('latin1'))
}

/** Goes through the list of tools at a span, or of what has some under `holder`, into those of a namespace and into what draws; throws `second_model`, or `body_malformed`. */
function refuseInTools(body: Uint8Array, { start, end }: Span, holder: '' | 'tools'): void {
  const tools = body.subarray(start, end)
  const field = holder === '' ? 'tools[]' : 'input[].tools[]'
  let taken = 0
  const isWhole = walkJson(tools, {
    step(key, under) {
      const isTool = under === holder || under === 'tools' || under === 'svg'
      if (isTool && (key === 'model' || key === 'type')) return 'take'
      return key === 'tools' || (isTool && key === 'svg') ? 'into' : 'past'
    },
    taken: (key, span) => {
      taken += 1
      if (taken > MOST_ENTRIES * TOOL_NAMED_BY) throw tooManyEntries('tools')
      if (TOOL_NAMES[key]?.(tools, span)) throw new GatewayError('second_model', { field: `${field}.${key}` })
    },
  })
  if (!isWhole) throw notWellFormed()
}

const TOOL_NAMES: Readonly<Record<string, Names>> = {
  model: isSaid,
  type: (body, span) => HOSTED.test(textOr(valueAt(body, span), '')),
}
const TOOL_NAMED_BY = Object.keys(TOOL_NAMES).length
