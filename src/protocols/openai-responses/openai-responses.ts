import { splice } from '../../core/json.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { askedBeside, SEARCH_KEYS } from '../asked-searches.ts'
import { inOrder } from '../elements.ts'
import type { Protocol, Tap } from '../protocol.ts'
import { countAt, onlyModelOf, keysOf, refuseUnattended, requestSpans } from '../request.ts'
import { responsesErrors } from './errors.ts'
import { foreignThoughts } from './foreign-thoughts.ts'
import { countTap, responsesTap } from './tap.ts'

/** What can be asked for, and how each answer is read. Stored responses are not kept here, so their paths are not served. */
const TAPS: Readonly<Record<string, (stream: boolean) => Tap>> = {
  '/v1/responses': responsesTap,
  '/v1/responses/compact': () => responsesTap(false),
  '/v1/responses/input_tokens': countTap,
}

const READ = keysOf('model', 'stream', 'background', 'max_output_tokens', ...SEARCH_KEYS)

/** OpenAI Responses (wire.md §1.2), forwarded as bytes: only `model` is patched, and thoughts of other vendors are taken out. */
export const openaiResponses: Protocol = {
  id: 'openai-responses',
  dialect: 'openai',
  serves: (path) => Object.hasOwn(TAPS, path),
  errors: responsesErrors,
  read({ path, body }) {
    const tapOf = TAPS[path] ?? responsesTap
    const spans = requestSpans(body, READ)
    const stream = tapOf === responsesTap && spans.lastValue('stream') === true
    refuseUnattended(spans, stream)
    return {
      model: onlyModelOf(body, spans),
      stream,
      body,
      spans,
      maxTokens: countAt(spans, 'max_output_tokens'),
      worst: (name) => askedBeside(name, body, spans),
      ...(tapOf === countTap && { estimate: NO_USAGE }),
      addressedTo: (upstreamName) => ({
        path: path.replace(/^\/v1/, ''),
        body: splice(body, inOrder([...spans.modelEdits(upstreamName), ...foreignThoughts(body)])),
      }),
      tap: () => tapOf(stream),
      ...(tapOf === responsesTap && { tapOfOther: () => responsesTap(!stream) }),
    }
  },
  trial: (model) => ({
    path: '/v1/responses',
    body: JSON.stringify({
      model,
      stream: true,
      store: false,
      max_output_tokens: 16,
      input: 'Reply with the word OK.',
    }),
  }),
}
