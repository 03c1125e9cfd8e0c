import { GatewayError } from '../../core/errors.ts'
import { splice } from '../../core/json.ts'
import { askedBeside } from '../asked-searches.ts'
import { inOrder } from '../elements.ts'
import { geminiErrors } from '../gemini-errors.ts'
import { isOlder } from '../gemini-generate/thinking.ts'
import type { Incoming, Protocol, Turn } from '../protocol.ts'
import {
  countAt,
  keysOf,
  onlyModelOf,
  onlyObject,
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

/** The other way to write what is looked for here, which Google's parser reads as well (wire.md §1.6) and no library writes. */
const CAMEL_CASE = ['previousInteractionId', 'generationConfig'] as const

const FIELDS = ['model', 'stream', 'store', 'background', 'agent', 'environment', 'generation_config'] as const
const READ = keysOf(...FIELDS, ...CAMEL_CASE, ...URI_KEYS)
const MOST = ['max_output_tokens', 'maxOutputTokens'] as const
const CONFIG = { keys: ['generation_config'], wanted: new Set<string>(MOST) }

function read({ path, body }: Incoming): Turn {
  const spans = requestSpans(body, READ)
  refuseCamelCase(spans)
  refuseUnpriced(spans)
  const config = onlyObject(body, spans, CONFIG)
  const stream = spans.lastValue('stream') === true
  refuseUnattended(spans, stream)
  const store = spans.lastValue('store') !== false
  return {
    model: onlyModelOf(body, spans).replace(/^(models\/)+/, ''),
    stream,
    body,
    spans,
    maxTokens: config && countAt(config, ...MOST),
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

/** Somebody else's answer would be gone on from by it, or more be answered than was held for. */
function refuseCamelCase(spans: RequestSpans): void {
  for (const key of CAMEL_CASE)
    if (spans.of(key).length > 0)
      throw new GatewayError('body_invalid', { reason: `\`${key}\` must be written in snake_case` })
}

/** What agents and rented machines cost is told by no usage. */
function refuseUnpriced(spans: RequestSpans): void {
  for (const key of ['agent', 'environment'])
    if ((spans.lastValue(key) ?? null) !== null)
      throw new GatewayError('body_invalid', { reason: `\`${key}\` is not offered here: name a \`model\`` })
}
