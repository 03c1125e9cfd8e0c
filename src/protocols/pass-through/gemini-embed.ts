import { withModel } from '../gemini-generate/body-models.ts'
import { embedOperationOf, pathTo, served } from '../gemini-generate/operation.ts'
import { geminiErrors } from '../gemini-errors.ts'
import type { Incoming, Protocol, Turn } from '../protocol.ts'
import { keysOf, requestSpans, URI_KEYS } from '../request.ts'
import { textIn } from './table.ts'
import { documentTap } from './taps.ts'
import { geminiEmbedUsage } from './usage.ts'

/**
 * Gemini embedContent and batchEmbedContents (wire.md §1.6), forwarded as bytes: the model is patched in the path, and in the
 * body wherever it stands again. The usage is told on `/v1` only.
 */
export const geminiEmbed: Protocol = {
  id: 'gemini-embed',
  dialect: 'gemini',
  serves: (path) => embedOperationOf(path) !== null,
  errors: geminiErrors,
  read,
}

const READ = keysOf(...URI_KEYS)

function read({ path, body }: Incoming): Turn {
  const operation = served(embedOperationOf(path), path)
  // What is no JSON object is told so before anybody is asked.
  const spans = requestSpans(body, READ)
  const estimate = textIn({ bodyBytes: body.length })
  return {
    model: operation.model,
    stream: false,
    body,
    spans,
    estimate,
    addressedTo: (upstreamName) => ({
      path: pathTo(operation, upstreamName),
      body: withModel(body, upstreamName, ['requests']),
    }),
    tap: () => documentTap({ read: geminiEmbedUsage, estimate }, false, 'usageMetadata'),
  }
}
