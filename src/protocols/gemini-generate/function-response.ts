import { asRecord, isRecord, type Json } from '../../core/json.ts'
import type { DocumentPart, ImagePart, ResultPart, ToolResult } from '../translate/conversation.ts'
import { invalid } from '../translate/shape.ts'
import { fileMedia, inlineMedia, partFor } from './media.ts'
import { field, fieldsIn, recordsIn } from './proto-json.ts'

/** What a `functionResponse` of a request says: its words, pictures and documents, and whether the tool failed. */
export function resultIn(response: Json, at: string): Pick<ToolResult, 'parts' | 'isError'> {
  const { record, list } = fieldsIn(response, `${at}.`)
  const { text, isError } = wordsIn(record('response') ?? {})
  const media = recordsIn(list('parts'), `${at}.parts`).map(({ record: part, at: where }) => mediaIn(part, where))
  return { parts: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...media], isError }
}

/** A response is an object; by custom its words stand under `output` or `result`, or `error` (ai.google.dev, FunctionResponse). */
function wordsIn(response: Json): { text: string; isError: boolean } {
  const [[key, value] = [], ...others] = Object.entries(response)
  if (key === undefined) return { text: '', isError: false }
  const alone = others.length === 0 && ['output', 'result', 'error'].includes(key)
  const told = alone ? value : response
  return { text: typeof told === 'string' ? told : JSON.stringify(told), isError: alone && key === 'error' }
}

function mediaIn(part: Json, at: string): ImagePart | DocumentPart {
  const [inline, file] = [field(part, 'inlineData'), field(part, 'fileData')]
  if (!isRecord(inline) && !isRecord(file)) throw invalid(`\`${at}\` must have \`inlineData\` or \`fileData\``)
  const media = isRecord(inline) ? inlineMedia(inline, `${at}.inlineData`) : fileMedia(asRecord(file), `${at}.fileData`)
  if (media.type === 'audio') throw invalid(`\`${at}\` must be a picture or a document`)
  return media
}

/** The parts of a request for what a tool gave: pictures inside the response since Gemini 3, beside it before. */
export function responseParts(result: ToolResult, name: string, older: boolean): { response: Json; beside: Json[] } {
  const text = result.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  const media = result.parts.flatMap((part) => (part.type === 'text' ? [] : [part]))
  // Only bytes have a place inside.
  const [inside, beside] = older ? [[], media] : [media.filter(isData), media.filter((part) => !isData(part))]
  const functionResponse = {
    id: result.callId,
    name,
    response: { [result.isError ? 'error' : 'output']: text },
    ...(inside.length > 0 && { parts: inside.map(partFor) }),
  }
  return { response: { functionResponse }, beside: beside.map(partFor) }
}

function isData(part: Exclude<ResultPart, { type: 'text' }>): boolean {
  return part.source.kind === 'data'
}
