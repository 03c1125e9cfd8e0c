import { GatewayError } from '../../core/errors.ts'
import { geminiErrors } from '../gemini-errors.ts'
import type { Incoming, Protocol, Turn } from '../protocol.ts'
import { requestSpans } from '../request.ts'
import { answerFormOf, operationOf, pathTo } from './operation.ts'
import { countTap, generateTap } from './tap.ts'

/** Gemini generateContent, streamed or not, and countTokens (wire.md §1.6), forwarded as bytes: the model is patched in the path. */
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
  const operation = operationOf(path)
  if (!operation) throw new GatewayError('path_unknown', { method: 'POST', path: path.slice(0, 200) })
  const { model, verb } = operation
  if (model === '' || model.length > 200)
    throw new GatewayError('body_invalid', { reason: 'the model in the path must have 1 to 200 characters' })
  // The body is not looked at, but what is no JSON object is told so before anybody is asked.
  requestSpans(body, [])
  const form = answerFormOf({ path, query })
  return {
    model,
    stream: form !== 'whole',
    body,
    addressedTo: (upstreamName) => ({ path: pathTo(operation, upstreamName), body }),
    tap: () => (verb === 'countTokens' ? countTap() : generateTap(form)),
  }
}
