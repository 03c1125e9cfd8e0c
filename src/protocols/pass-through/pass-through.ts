import { type Json, splice } from '../../core/json.ts'
import { PROTOCOLS } from '../../core/protocol.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { anthropicErrors } from '../anthropic-errors.ts'
import { inOrder } from '../elements.ts'
import { geminiErrors } from '../gemini-errors.ts'
import { openaiErrors } from '../openai-errors.ts'
import type { Incoming, Protocol, Tap, Turn } from '../protocol.ts'
import { onlyModelOf, onlyModelOfForm, requestSpans } from '../request.ts'
import { type Asked, askedOf, FIELDS } from './asked.ts'
import { formSpans } from './form-spans.ts'
import { geminiEmbed } from './gemini-embed.ts'
import { mostHeard } from './heard.ts'
import { DESCRIPTORS, type Descriptor, type Figuring } from './table.ts'
import { bytesTap, type Came, documentTap, eventsTap, type Meter } from './taps.ts'

const ERRORS = { openai: openaiErrors, anthropic: anthropicErrors, gemini: geminiErrors }

/** The protocols that are forwarded as they are, JSON and forms alike: only `model` is patched, and what another vendor signed cut out of what is counted. */
export const passThrough: readonly Protocol[] = [...DESCRIPTORS.map(protocolOf), geminiEmbed]

function protocolOf(descriptor: Descriptor): Protocol {
  const { id, paths } = descriptor
  const { dialect } = PROTOCOLS[id]
  return {
    id,
    dialect,
    serves: (path) => paths.includes(path),
    errors: ERRORS[dialect],
    read: (incoming) => turnOf(descriptor, incoming),
  }
}

function turnOf(descriptor: Descriptor, incoming: Incoming): Turn {
  const { path, body, contentType } = incoming
  const form = descriptor.form && /^multipart\/form-data\b/i.test(contentType ?? '') ? contentType : undefined
  const fields = form === undefined ? requestSpans(body, FIELDS) : formSpans(body, form)
  const { defaultModel, stream: streams, meter } = descriptor
  const unnamed = defaultModel !== undefined && fields.of('model').length === 0
  const stream = streams?.asked(fields) ?? false
  const model = unnamed ? defaultModel : form === undefined ? onlyModelOf(body, fields) : onlyModelOfForm(fields)
  const asked = askedOf(incoming, fields, model, form !== undefined)
  const metered = meter && meterOf(meter, asked)
  const worst = meter?.worst
  return {
    model,
    stream,
    goesOutAsItComes: descriptor.answer === 'bytes',
    body,
    ...(form === undefined && { spans: fields }),
    estimate: meter?.held?.(asked) ?? metered?.estimate ?? NO_USAGE,
    ...(worst && { worst: () => worst(asked) }),
    addressedTo: (upstreamName) => ({
      path: upstreamPath(descriptor, path),
      body: unnamed
        ? named(body, upstreamName, defaultModel)
        : splice(body, inOrder([...fields.modelEdits(upstreamName), ...(descriptor.cut?.(body, upstreamName) ?? [])])),
      ...(form !== undefined && { contentType: form }),
    }),
    tap: () => tapOf(descriptor, metered, stream),
  }
}

/** The meter of an answer to what was asked. */
function meterOf({ read, estimate, whole, said, unfinished }: Figuring, asked: Asked): Meter {
  return {
    read: (answer, beside) => read(answer, { ...beside, mostSeconds: mostHeard(asked) }),
    estimate: estimate(asked),
    ...(whole && { whole: (answer: Json, came: Came) => whole(asked, answer, came) }),
    ...(said && { said: said(asked) }),
    ...(unfinished && { unfinished: (events: number) => unfinished(asked, events) }),
    byPiece: isByPiece(asked),
  }
}

/** Whether a price names no tokens of what is made, so that nothing but pieces is sold. */
function isByPiece({ rates }: Asked): boolean {
  return Boolean(rates?.requests) && !rates?.imageOut && !rates?.output
}

function tapOf({ answer, stream: streams }: Descriptor, meter: Meter, stream: boolean): Tap {
  const whole = () => (answer === 'bytes' ? bytesTap(meter) : documentTap(meter, answer === 'json-or-text'))
  return stream && streams ? eventsTap(meter, streams, whole) : whole()
}

/** The base URL of an OpenAI endpoint has the version already. */
function upstreamPath({ id }: Descriptor, path: string): string {
  return PROTOCOLS[id].dialect === 'openai' ? path.replace(/^\/v\d+(?=\/)/, '') : path
}

/** The body with a model put into it, unless the upstream means the same one when it is told none. */
function named(body: Uint8Array, upstreamName: string, defaultModel: string): Uint8Array {
  if (upstreamName === defaultModel) return body
  const open = body.indexOf(0x7b) + 1
  const empty = body.subarray(open).every((byte) => byte <= 0x20 || byte === 0x7d)
  const model = Buffer.from(`"model":${JSON.stringify(upstreamName)}${empty ? '' : ','}`)
  return splice(body, [{ start: open, end: open, with: model }])
}
