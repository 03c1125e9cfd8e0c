import { asRecord, type Json, textOr } from '../../core/json.ts'
import type { Piece } from './piece.ts'

/** A page that words of an answer rest on. */
export type Citation = Extract<Piece, { type: 'citation' }>

/** The citation of a page; none for anything else, such as a file that only its vendor knows. */
export function citationOf({ url, title }: Json, span: Citation['span'] = null): Citation[] {
  if (typeof url !== 'string' || !/^https?:/.test(url)) return []
  return [{ type: 'citation', url, title: textOr(title, '') || url, span }]
}

/** The citations in a list of OpenAI's annotations, whose fields stand beside the type or, in chat, under its name. */
export function readAnnotations(list: unknown): Citation[] {
  if (!Array.isArray(list)) return []
  return list.map(asRecord).flatMap((annotation) => {
    if (annotation.type !== 'url_citation') return []
    const told = asRecord(annotation.url_citation ?? annotation)
    const { start_index: start, end_index: end } = told
    const known = typeof start === 'number' && typeof end === 'number'
    return citationOf(told, known ? { start, end } : null)
  })
}

/** The fields of an annotation; `text` is where the words it is about stand among all that is counted. */
export function annotationFields({ url, title, span }: Citation, text: { start: number; end: number }): Json {
  const { start, end } = span ? { start: text.start + span.start, end: text.start + span.end } : text
  return { start_index: start, end_index: end, title, url }
}
