import type { Json } from '../../core/json.ts'
import { annotationFields, type Citation } from '../translate/citations.ts'
import type { Begun, ItemStatus, Opened, Place } from './place.ts'

/** The words of an answer: what follows one another is one message, whose end is told when something else comes. */
type Words = {
  open(kind: 'text' | 'refusal'): Opened
  /** What the last words rest on, also when they have ended and something else has come since: Google tells it at the very end. */
  cite(citation: Citation): string
  /** No more words follow. */
  settle(status: ItemStatus): string
}

type Message = Begun & { content: Json[] }

/** A part of a message, and how it is told what its words rest on. */
type Part = Opened & { cite: Words['cite'] }

/** The words of one answer; no message begins before a part of it is opened. */
export function createWords(place: Place): Words {
  let message: Message | null = null
  let last: Part | null = null
  return {
    cite: (citation) => last?.cite(citation) ?? '',
    open(kind) {
      const before = message
      message ??= {
        ...place.begin('msg', { type: 'message', status: 'in_progress', role: 'assistant', content: [] }),
        content: [],
      }
      const part = openPart(place, kind, message)
      if (kind === 'text') last = part
      return before ? part : { ...part, text: message.text + part.text }
    },
    settle(status) {
      const text = message?.done({ status, content: message.content }) ?? ''
      message = null
      return text
    },
  }
}

const FORMS = {
  text: {
    event: 'response.output_text',
    field: 'text',
    more: { logprobs: [] },
    part: (text: string, annotations: readonly Json[]) => ({ type: 'output_text', annotations, logprobs: [], text }),
  },
  refusal: {
    event: 'response.refusal',
    field: 'refusal',
    more: {},
    part: (refusal: string) => ({ type: 'refusal', refusal }),
  },
}

function openPart({ tell, deltas }: Place, kind: 'text' | 'refusal', { at, content }: Message): Part {
  const { event, field, more, part } = FORMS[kind]
  const where = { ...at, content_index: content.length }
  const delta = deltas(`${event}.delta`, { ...where, ...more })
  const annotations: Json[] = []
  let said = ''
  return {
    text: tell('response.content_part.added', { ...where, part: part('', []) }),
    cite(citation) {
      const annotation = { type: 'url_citation', ...annotationFields(citation, { start: 0, end: said.length }) }
      const annotation_index = annotations.push(annotation) - 1
      return tell('response.output_text.annotation.added', { ...where, annotation_index, annotation })
    },
    shown: {
      delta(text) {
        said += text
        return delta(text)
      },
      close() {
        const whole = part(said, annotations)
        content.push(whole)
        const done = tell(`${event}.done`, { ...where, [field]: said, ...more })
        return done + tell('response.content_part.done', { ...where, part: whole })
      },
    },
  }
}
