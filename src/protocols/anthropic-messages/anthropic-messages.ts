import { splice } from '../../core/json.ts'
import { anthropicErrors } from '../anthropic-errors.ts'
import { askedBeside } from '../asked-searches.ts'
import { inOrder } from '../elements.ts'
import type { Protocol } from '../protocol.ts'
import { countAt, keysOf, onlyModelOf, requestSpans } from '../request.ts'
import { foreignThoughts } from './foreign-thoughts.ts'
import { messagesTap } from './tap.ts'

const READ = keysOf('model', 'stream', 'max_tokens')

/** Anthropic Messages (wire.md §1.5), forwarded as bytes: only `model` is patched, and thoughts of other vendors are taken out. */
export const anthropicMessages: Protocol = {
  id: 'anthropic-messages',
  dialect: 'anthropic',
  serves: (path) => path === '/v1/messages',
  errors: anthropicErrors,
  read({ body }) {
    const spans = requestSpans(body, READ)
    const stream = spans.lastValue('stream') === true
    return {
      model: onlyModelOf(body, spans),
      stream,
      body,
      spans,
      maxTokens: countAt(spans, 'max_tokens'),
      worst: (name) => askedBeside(name, body, spans),
      addressedTo: (upstreamName) => ({
        path: '/v1/messages',
        body: splice(body, inOrder([...spans.modelEdits(upstreamName), ...foreignThoughts(body, upstreamName)])),
      }),
      tap: () => messagesTap(stream),
      tapOfOther: () => messagesTap(!stream),
    }
  },
  trial: (model) => ({
    path: '/v1/messages',
    body: JSON.stringify({
      model,
      stream: true,
      max_tokens: 16,
      messages: [{ role: 'user', content: 'Reply with the word OK.' }],
    }),
  }),
}
