import { asRecord, type Json } from '../../core/json.ts'
import { inputTotal, NO_USAGE, tokenCount, type Usage } from '../../core/usage.ts'
import { isOlder } from './thinking.ts'

/**
 * The canonical usage: cached tokens are inside the prompt, thoughts and the prompts of tools are outside of it and of the
 * candidates (wire.md §1.6). Sound, and pictures that were made, have prices of their own and are taken out.
 */
export function canonicalUsage(raw: Json): Usage {
  const prompt = tokenCount(raw.promptTokenCount)
  const cacheRead = Math.min(prompt, tokenCount(raw.cachedContentTokenCount))
  const sound = tokensOf(raw.promptTokensDetails, 'AUDIO') - tokensOf(raw.cacheTokensDetails, 'AUDIO')
  const audioIn = Math.min(prompt - cacheRead, Math.max(0, sound))
  const candidates = tokenCount(raw.candidatesTokenCount)
  const imageOut = Math.min(candidates, tokensOf(raw.candidatesTokensDetails, 'IMAGE'))
  const audioOut = Math.min(candidates - imageOut, tokensOf(raw.candidatesTokensDetails, 'AUDIO'))
  const thoughts = tokenCount(raw.thoughtsTokenCount)
  return {
    ...NO_USAGE,
    input: prompt - cacheRead - audioIn + tokenCount(raw.toolUsePromptTokenCount),
    cacheRead,
    audioIn,
    output: candidates - imageOut - audioOut + thoughts,
    reasoning: thoughts,
    audioOut,
    imageOut,
    requests: 1,
  }
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
