import { isRecord, type Json } from '../../core/json.ts'
import { field } from './proto-json.ts'

/**
 * A request in which results answer calls that are not in it, with those calls before them. Of a conversation a part may be
 * counted by itself: Gemini CLI asks so for the last message alone where it holds a picture that a tool gave.
 */
export function withOwnCalls(request: Json): Json {
  const contents = listOf(field(request, 'contents'))
  const results = partsIn(contents, 'functionResponse')
  if (results.length === 0 || partsIn(contents, 'functionCall').length > 0) return request
  const parts = results.map((result) => ({ functionCall: { id: field(result, 'id'), name: field(result, 'name') } }))
  return { ...request, contents: [{ role: 'model', parts }, ...contents] }
}

function partsIn(contents: readonly unknown[], kind: string): Json[] {
  const parts = contents.flatMap((content) => (isRecord(content) ? listOf(field(content, 'parts')) : []))
  return parts.flatMap((part) => (isRecord(part) ? [field(part, kind)] : [])).filter(isRecord)
}

/** As everywhere in this protocol, one that stands alone is a list of one. */
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])
