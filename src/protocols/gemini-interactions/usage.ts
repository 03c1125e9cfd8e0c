import { asRecord, type Json, recordsOf } from '../../core/json.ts'
import { inputTotal, tokenCount, type Usage } from '../../core/usage.ts'
import { isOlder } from '../gemini-generate/thinking.ts'
import { usageOfCounts } from '../gemini-generate/usage.ts'

/** The canonical usage of an interaction's `usage` (ai.google.dev/api/interactions-api, Usage). */
export function interactionUsage(raw: Json): Usage {
  return usageOfCounts({
    prompt: tokenCount(raw.total_input_tokens),
    cached: tokenCount(raw.total_cached_tokens),
    sound: tokensOf(raw.input_tokens_by_modality, 'audio'),
    cachedSound: tokensOf(raw.cached_tokens_by_modality, 'audio'),
    made: tokenCount(raw.total_output_tokens),
    pictures: tokensOf(raw.output_tokens_by_modality, 'image'),
    spoken: tokensOf(raw.output_tokens_by_modality, 'audio'),
    thoughts: tokenCount(raw.total_thought_tokens),
    tools: tokenCount(raw.total_tool_use_tokens),
  })
}

/** The searches that a usage counts among the tools by which an answer was grounded; 0 where it does not say. */
function searchesIn({ grounding_tool_count: tools }: Json): number {
  const counts = recordsOf(tools).map(({ type, count }) => (type === 'google_search' ? tokenCount(count) : 0))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The tokens of one kind in a list such as `[{modality, tokens}]`. */
function tokensOf(details: unknown, kind: string): number {
  const counts = recordsOf(details).map(({ modality, tokens }) =>
    String(modality).toLowerCase() === kind ? tokenCount(tokens) : 0,
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The searches of an answer that Google sells: of models before Gemini 3 each prompt that was searched for, not each search. */
export function searchesSold(raw: Json, queries: number, model: string | null): number {
  const searches = searchesIn(raw) || queries
  return model !== null && isOlder(model) ? Math.min(1, searches) : searches
}

/** How often is searched by a step of an answer, or by what is added to one. */
export function queriesOf({ type, arguments: asked }: Json): number {
  const { queries } = asRecord(asked)
  return type === 'google_search_call' && Array.isArray(queries) ? queries.length : 0
}

/** A `usage` for a caller: the cache is inside the input, thoughts are beside the output (wire.md §3.3). */
export function usageOf(usage: Usage): Json {
  const { cacheRead, reasoning, audioIn, imageIn, audioOut, imageOut, searches } = usage
  const text = inputTotal(usage)
  const input = text + audioIn + imageIn
  const words = usage.output - reasoning
  const output = words + audioOut + imageOut
  return {
    total_tokens: input + output + reasoning,
    total_input_tokens: input,
    input_tokens_by_modality: kinds({ text, audio: audioIn, image: imageIn }),
    total_cached_tokens: cacheRead,
    total_output_tokens: output,
    ...(audioOut + imageOut > 0 && {
      output_tokens_by_modality: kinds({ text: words, audio: audioOut, image: imageOut }),
    }),
    total_tool_use_tokens: 0,
    total_thought_tokens: reasoning,
    ...(searches > 0 && { grounding_tool_count: [{ type: 'google_search', count: searches }] }),
  }
}

function kinds(counts: Record<string, number>): object[] {
  return Object.entries(counts).flatMap(([modality, tokens]) => (tokens > 0 ? [{ modality, tokens }] : []))
}
