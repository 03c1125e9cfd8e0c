import { asRecord, type Json } from '../../core/json.ts'
import { inputTotal, NO_USAGE, tokenCount, type Usage } from '../../core/usage.ts'
import { isOlder } from './thinking.ts'

/** What Google counts of an answer in either of its protocols, in tokens; `sound` and `cachedSound` are of what was read. */
type Counted = {
  prompt: number
  cached: number
  sound: number
  cachedSound: number
  made: number
  pictures: number
  spoken: number
  thoughts: number
  /** What tools have put into prompts. */
  tools: number
}

/**
 * The canonical usage: cached tokens are inside the prompt, thoughts and the prompts of tools are outside of it and of what was
 * made. Sound, and pictures that were made, have prices of their own and are taken out.
 */
export function usageOfCounts({ prompt, made, thoughts, tools, ...of }: Counted): Usage {
  const cacheRead = Math.min(prompt, of.cached)
  const audioIn = Math.min(prompt - cacheRead, Math.max(0, of.sound - of.cachedSound))
  const imageOut = Math.min(made, of.pictures)
  const audioOut = Math.min(made - imageOut, of.spoken)
  return {
    ...NO_USAGE,
    input: prompt - cacheRead - audioIn + tools,
    cacheRead,
    audioIn,
    output: made - imageOut - audioOut + thoughts,
    reasoning: thoughts,
    audioOut,
    imageOut,
    requests: 1,
  }
}

/** The canonical usage of a `usageMetadata` (wire.md §1.6). */
export function canonicalUsage(raw: Json): Usage {
  return usageOfCounts({
    prompt: tokenCount(raw.promptTokenCount),
    cached: tokenCount(raw.cachedContentTokenCount),
    sound: tokensOf(raw.promptTokensDetails, 'AUDIO'),
    cachedSound: tokensOf(raw.cacheTokensDetails, 'AUDIO'),
    made: tokenCount(raw.candidatesTokenCount),
    pictures: tokensOf(raw.candidatesTokensDetails, 'IMAGE'),
    spoken: tokensOf(raw.candidatesTokensDetails, 'AUDIO'),
    thoughts: tokenCount(raw.thoughtsTokenCount),
    tools: tokenCount(raw.toolUsePromptTokenCount),
  })
}

/**
 * Searches that grounded an answer: Google sells each query, of models before Gemini 3 each prompt (Gemini API pricing, grounding
 * with Google Search). What it says to have billed counts, where it does: not every query is told that was made.
 */
export function searchesIn({ candidates, modelVersion, usageMetadata }: Json): number {
  const found = (Array.isArray(candidates) ? candidates : []).flatMap(
    (candidate) => asRecord(asRecord(candidate).groundingMetadata).webSearchQueries,
  )
  const queries = new Set(found.filter((query) => typeof query === 'string' && query !== '')).size
  const searches = billedIn(asRecord(usageMetadata)) || queries
  return typeof modelVersion === 'string' && isOlder(modelVersion) ? Math.min(1, searches) : searches
}

/** The searches that a usage says were billed, beside other tools; 0 where it does not say. */
function billedIn({ billedToolCalls: calls }: Json): number {
  const counts = (Array.isArray(calls) ? calls : [])
    .map(asRecord)
    .map(({ tool, successfulToolCallCount: count }) =>
      typeof tool === 'string' && /google_search/i.test(tool) ? tokenCount(count) : 0,
    )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The tokens of one kind in a list such as `[{modality, tokenCount}]`. */
export function tokensOf(details: unknown, modality: string): number {
  if (!Array.isArray(details)) return 0
  const counts = details.map((one) => (asRecord(one).modality === modality ? tokenCount(asRecord(one).tokenCount) : 0))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** A `usageMetadata` for a caller: the cache is inside the prompt, thoughts are beside the candidates (wire.md §3.3). */
export function usageMetadataOf(usage: Usage): Json {
  const { cacheRead, reasoning, audioIn, imageIn, audioOut, imageOut } = usage
  const text = inputTotal(usage)
  const prompt = text + audioIn + imageIn
  const words = usage.output - reasoning
  const candidates = words + audioOut + imageOut
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: candidates,
    totalTokenCount: prompt + candidates + reasoning,
    ...(cacheRead > 0 && { cachedContentTokenCount: cacheRead }),
    promptTokensDetails: kinds({ TEXT: text, AUDIO: audioIn, IMAGE: imageIn }),
    ...(audioOut + imageOut > 0 && {
      candidatesTokensDetails: kinds({ TEXT: words, AUDIO: audioOut, IMAGE: imageOut }),
    }),
    ...(reasoning > 0 && { thoughtsTokenCount: reasoning }),
  }
}

function kinds(counts: Record<string, number>): object[] {
  return Object.entries(counts).flatMap(([modality, tokenCount]) => (tokenCount > 0 ? [{ modality, tokenCount }] : []))
}
