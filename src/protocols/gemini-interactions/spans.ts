import type { Json } from '../../core/json.ts'
import type { Citation } from '../translate/citations.ts'

/** The part of a text that an annotation is about, which it counts in bytes (ai.google.dev/api/interactions-api, UrlCitation); null for all of it. */
export function unitsOf({ start_index, end_index }: Json, text: string): Citation['span'] {
  if (typeof end_index !== 'number') return null
  const bytes = Buffer.from(text)
  const unitsTo = (end: number) => bytes.subarray(0, end).toString('utf8').length
  return { start: unitsTo(typeof start_index === 'number' ? start_index : 0), end: unitsTo(end_index) }
}

/** Where what a citation is about begins and ends in a text, in bytes. */
export function bytesOf(span: Citation['span'], text: string): { start_index: number; end_index: number } {
  const { start, end } = span ?? { start: 0, end: text.length }
  return { start_index: Buffer.byteLength(text.slice(0, start)), end_index: Buffer.byteLength(text.slice(0, end)) }
}
