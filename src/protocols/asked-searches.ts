import { isRecord, recordsOf, type Json, type Span, valueAt } from '../core/json.ts'
import type { Usage } from '../core/usage.ts'
import { takesOf } from './openai-models.ts'
import { countAt, isCount, type RequestSpans } from './request.ts'

/** What a request may say of searches of the web beside its tools; those are looked for by whoever reads a request. */
export const SEARCH_KEYS = ['web_search_options', 'max_tool_calls', 'enable_search'] as const

/** How often a model searches that nobody bounds, at most: models that think search up to eight times for a question. */
const USUAL_MOST = 10

type SearchTool = {
  is: (tool: Json) => boolean
  /** How much of what is sold one use may come to. */
  each: number
}

const GOOGLE = ['googleSearch', 'google_search', 'googleSearchRetrieval', 'google_search_retrieval']

/** The tools by which vendors search themselves, as each names them. */
const SEARCH_TOOLS: readonly SearchTool[] = [
  { is: ({ type }) => /^(?:openrouter:)?web_search(?:_|$)/.test(String(type)), each: 1 },
  // Sold by the post (hosted-searches.ts): nobody says how many a search finds.
  { is: ({ type }) => type === 'x_search', each: 10 },
  { is: ({ type }) => type === 'google_search', each: 1 },
  { is: (tool) => GOOGLE.some((name) => tool[name] !== undefined && tool[name] !== null), each: 1 },
]

/**
 * Perplexity's deep research searches, reads and thinks unasked, beside the answer that a request bounds (docs.perplexity.ai, pricing:
 * "30 searches", and its example of 193,947 tokens thought); no more is cited than fits its context.
 */
const RESEARCHES = /\bsonar-deep-research\b/
const RESEARCH: Partial<Usage> = { input: 128_000, output: 256_000, reasoning: 256_000, searches: 100 }

/** A picture of the highest quality and the largest usual size (OpenAI's guide to image generation), which its tool makes. */
const PICTURE_TOKENS = 6240

/**
 * What a request for a model, by the name the catalogue has for it, may use at most beside its words and those of its answer.
 * Pictures are told where a tool makes them and no answer is one: OpenAI's models draw by their tool alone.
 */
export function askedBeside(model: string, body: Uint8Array, spans: RequestSpans): Partial<Usage> {
  if (RESEARCHES.test(model)) return RESEARCH
  const listIn = (span: Span) => listOf(valueAt(body, span))
  const offered = spans.of('input').filter((span) => spans.mayOfferTools(span))
  const tools = [
    ...spans.of('tools').flatMap(listIn),
    ...offered.flatMap(listIn).flatMap((item) => recordsOf(item['tools'])),
  ]
  const searches = askedSearches(tools, body, spans)
  const draws = tools.some(({ type }) => type === 'image_generation')
  if (!draws && takesOf(model) === null) return { searches }
  return { searches, imageOut: draws ? PICTURE_TOKENS * (countAt(spans, 'max_tool_calls') ?? USUAL_MOST) : 0 }
}

/** Google takes an object that stands alone for a list of one. */
function listOf(value: unknown): Json[] {
  return isRecord(value) ? [value] : recordsOf(value)
}

/** How many searches that are sold by the piece a request may make at most, by what it says, or else by what is usual; 0: it has no tool for them. */
function askedSearches(tools: readonly Json[], body: Uint8Array, spans: RequestSpans): number {
  const listIn = (span: Span) => recordsOf(valueAt(body, span))
  const calls = countAt(spans, 'max_tool_calls')
  let most = 0
  for (const tool of tools) {
    const search = SEARCH_TOOLS.find(({ is }) => is(tool))
    if (search) most += search.each * (usesOf(tool) ?? calls ?? USUAL_MOST)
  }
  const options = spans.lastValue('web_search_options')
  if (options !== undefined && options !== null) most += USUAL_MOST
  // Model Studio's.
  if (spans.lastValue('enable_search') === true) most += USUAL_MOST
  const isWeb = spans
    .of('plugins')
    .flatMap(listIn)
    .some(({ id }) => id === 'web')
  return isWeb ? most + USUAL_MOST : most
}

function usesOf({ max_uses: uses }: Json): number | null {
  return isCount(uses) ? uses : null
}
