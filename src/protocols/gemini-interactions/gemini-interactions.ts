import { GatewayError } from '../../core/errors.ts'
import { OPEN_BRACE, splice } from '../../core/json.ts'
import { askedBeside } from '../asked-searches.ts'
import { inOrder } from '../elements.ts'
import { geminiErrors } from '../gemini-errors.ts'
import { isOlder } from '../gemini-generate/thinking.ts'
import type { Incoming, Protocol, Turn } from '../protocol.ts'
import {
  countAt,
  keysOf,
  onlyModelOf,
  refuseUnattended,
  requestSpans,
  type RequestSpans,
  URI_KEYS,
} from '../request.ts'
import { foreignSignatures } from './foreign-signatures.ts'
import { makesInteraction } from './paths.ts'
import { interactionTap } from './tap.ts'

/** Gemini's Interactions (wire.md §1.6), forwarded as bytes: only `model` is patched, and no other vendor's signature goes on. */
export const geminiInteractions: Protocol = {
  id: 'gemini-interactions',
  dialect: 'gemini',
  serves: makesInteraction,
  errors: geminiErrors,
  read,
  trial: (model) => ({
    path: '/v1beta/interactions',
    body: JSON.stringify({ model, stream: true, store: false, input: 'Reply with the word OK.' }),
  }),
}

const READ = keysOf('model', 'stream', 'store', 'background', 'agent', 'environment', 'generation_config', ...URI_KEYS)
const CONFIG_READ: ReadonlySet<string> = new Set(['max_output_tokens'])

function read({ path, body }: Incoming): Turn {
  const spans = requestSpans(body, READ)
  refuseUnpriced(spans)
  const stream = spans.lastValue('stream') === true
  refuseUnattended(spans, stream)
  const store = spans.lastValue('store') !== false
  return {
    model: onlyModelOf(body, spans).replace(/^(models\/)+/, ''),
    stream,
    body,
    spans,
    maxTokens: mostIn(body, spans),
    worst(name) {
      const { searches = 0, ...beside } = askedBeside(name, body, spans)
      return { ...beside, searches: Math.min(searches, isOlder(name) ? 1 : Infinity) }
    },
    addressedTo: (upstreamName) => {
      const edits = [...spans.modelEdits(upstreamName), ...foreignSignatures(body, upstreamName)]
      return { path, body: splice(body, inOrder(edits)) }
    },
    tap: () => interactionTap({ stream, store }),
    tapOfOther: () => interactionTap({ stream: !stream, store }),
  }
}

/** What agents and rented machines cost is told by no usage. */
function refuseUnpriced(spans: RequestSpans): void {
  for (const key of ['agent', 'environment'])
    if ((spans.lastValue(key) ?? null) !== null)
      throw new GatewayError('body_invalid', { reason: `\`${key}\` is not offered here: name a \`model\`` })
}

function mostIn(body: Uint8Array, spans: RequestSpans): number | null {
  const span = spans.of('generation_config').at(-1)
  const config = span && body.subarray(span.start, span.end)
  return config?.[0] === OPEN_BRACE ? countAt(requestSpans(config, CONFIG_READ), 'max_output_tokens') : null
}
