import { splice, textOr } from '../../core/json.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { askedBeside } from '../asked-searches.ts'
import { inOrder } from '../elements.ts'
import { geminiErrors } from '../gemini-errors.ts'
import type { Incoming, Protocol, Turn, Wanted } from '../protocol.ts'
import { countAt, keysOf, onlyObject, requestSpans, type RequestSpans, URI_KEYS } from '../request.ts'
import { withModel } from './body-models.ts'
import { foreignSignatures } from './foreign-signatures.ts'
import { answerFormOf, operationOf, pathTo, served } from './operation.ts'
import { countTap, generateTap } from './tap.ts'
import { isOlder } from './thinking.ts'

/** Gemini generateContent, streamed or not, and countTokens (wire.md §1.6), forwarded as bytes: the model is patched in the path, and no other vendor's signature goes on. */
export const geminiGenerate: Protocol = {
  id: 'gemini-generate',
  dialect: 'gemini',
  serves: (path) => operationOf(path) !== null,
  errors: geminiErrors,
  read,
  trial: (model) => ({
    path: `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Reply with the word OK.' }] }] }),
  }),
}

function read({ path, query, body }: Incoming): Turn {
  const operation = served(operationOf(path), path)
  const { model, verb } = operation
  // Hardly anything of the body is looked at, but what is no JSON object is told so before anybody is asked.
  const spans = requestSpans(body, READ)
  const config = onlyObject(body, spans, CONFIG)
  const form = answerFormOf({ path, query })
  const wants = config && wantedIn(config)
  const answers = (config && countAt(config, 'candidateCount', 'candidate_count')) ?? 1
  return {
    model,
    stream: form !== 'whole',
    ...(form === 'array' && { streamType: 'application/json' }),
    body,
    spans,
    maxTokens: config && countAt(config, 'maxOutputTokens', 'max_output_tokens'),
    answers,
    worst(name) {
      const { searches = 0, ...beside } = askedBeside(name, body, spans)
      // What is sold by the prompt is sold once, however often is searched for it.
      return { ...beside, searches: Math.min(searches, isOlder(name) ? 1 : Infinity) }
    },
    ...(verb === 'countTokens' ? { estimate: NO_USAGE } : wants && { wants }),
    addressedTo: (upstreamName) => {
      const readable = splice(body, inOrder(foreignSignatures(body, upstreamName, COUNTED)))
      return {
        path: pathTo(operation, upstreamName),
        // As the answer will be read; any other form the caller may have asked for is not.
        ...(form === 'events' && { query: 'alt=sse' }),
        body: verb === 'countTokens' ? withModel(readable, upstreamName, COUNTED) : readable,
      }
    },
    ...(verb === 'countTokens'
      ? { tap: countTap }
      : {
          tap: () => generateTap(form, answers),
          tapOfOther: () => generateTap(form === 'whole' ? 'events' : 'whole', answers),
        }),
  }
}

/** Where countTokens holds a whole request, which names its model once more. */
const COUNTED = ['generateContentRequest', 'generate_content_request']

const CONFIG_KEYS = ['generationConfig', 'generation_config'] as const
const MODALITIES = ['responseModalities', 'response_modalities'] as const
const READ = keysOf(...CONFIG_KEYS, ...URI_KEYS)
/** How the answer is to be made; Google reads both ways to write a name. */
const CONFIG = {
  keys: CONFIG_KEYS,
  wanted: new Set(['maxOutputTokens', 'max_output_tokens', 'candidateCount', 'candidate_count', ...MODALITIES]),
}

/** What the answer is to be made of, where that is not text alone. */
function wantedIn(config: RequestSpans): Wanted | null {
  const told = MODALITIES.map((key) => config.lastValue(key)).find(Array.isArray) ?? []
  const modalities = new Set(told.map((one) => textOr(one, '').toUpperCase()))
  if (modalities.has('IMAGE')) return 'picture'
  return modalities.has('AUDIO') ? 'sound' : null
}
