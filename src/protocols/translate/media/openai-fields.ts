import type { Json } from '../../../core/json.ts'
import { documentIn } from '../../body-json.ts'
import { fileSpans, formSpans } from '../../pass-through/form-spans.ts'
import type { Incoming } from '../../protocol.ts'
import { invalid } from '../shape.ts'

/** The fields of a request of OpenAI's that is JSON or a form, and its files by name. */
export type OpenaiFields = {
  /** The text of a field; null where there is none, or something else. */
  text: (name: string) => string | null
  has: (name: string) => boolean
  files: (...names: readonly string[]) => Uint8Array[]
}

/** Reads a request that may be a form. */
export function openaiFields({ body, contentType }: Incoming): OpenaiFields {
  if (contentType === undefined || !/^multipart\/form-data\b/i.test(contentType)) return jsonFields(body)
  const spans = formSpans(body, contentType)
  const file = (name: string) => fileSpans(body, contentType, name).map(({ start, end }) => body.subarray(start, end))
  return {
    text(name) {
      const value = spans.lastValue(name)
      return typeof value === 'string' && value !== '' ? value : null
    },
    has: (name) => spans.of(name).length > 0 || file(name).length > 0,
    files: (...names) => names.flatMap(file),
  }
}

function jsonFields(body: Uint8Array): OpenaiFields {
  const fields = documentIn(body)
  return {
    text(name) {
      const value = fields[name]
      if (typeof value === 'number' || typeof value === 'boolean') return String(value)
      return typeof value === 'string' && value !== '' ? value : null
    },
    has: (name) => fields[name] !== undefined && fields[name] !== null,
    files: () => [],
  }
}

/** The text of a field that must be there. */
export function needed({ text }: OpenaiFields, name: string): string {
  const value = text(name)
  if (value === null) throw invalid(`\`${name}\` is missing`)
  return value
}

/** Server-sent events as OpenAI's streams of media have them. */
export function eventsOf(events: readonly ({ type: string } & Json)[]): Buffer {
  return Buffer.from(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
}
