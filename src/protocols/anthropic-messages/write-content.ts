import { GatewayError } from '../../core/errors.ts'
import { isRecord, type Json, parseExactly } from '../../core/json.ts'
import type { AudioPart, CallPart, ResultPart, Source, TextPart, ToolResult } from '../translate/conversation.ts'
import { pictureType } from '../translate/media-type.ts'
import { cacheControl } from './cache-control.ts'

/** The block of a part; none for a text without words, which is refused (wire.md §3.7.23). */
export function writePart(part: ResultPart | AudioPart): Json[] {
  switch (part.type) {
    case 'text':
      return writeText(part.text, part)
    case 'image':
      return [{ type: 'image', source: writeSource(part.source), ...cacheControl(part) }]
    case 'document': {
      const title = part.name === null ? {} : { title: part.name }
      return [{ type: 'document', source: documentSource(part.source), ...title, ...cacheControl(part) }]
    }
    case 'audio':
      throw new GatewayError('not_translatable', { what: '`audio`' })
    default:
      return part satisfies never
  }
}

/** A text block, or none where there are no words. */
export function writeText(text: string, hint: Pick<TextPart, 'cache'> = {}): Json[] {
  return text.trim() === '' ? [] : [{ type: 'text', text, ...cacheControl(hint) }]
}

function writeSource(source: Source): Json {
  switch (source.kind) {
    case 'data':
      return { type: 'base64', media_type: pictureType(source.mime), data: source.base64 }
    case 'url':
      return { type: 'url', url: source.url }
    case 'file':
      throw new GatewayError('not_translatable', { what: 'a file id' })
    default:
      return source satisfies never
  }
}

const PLAIN_TEXT = /^text\/|^application\/(?:json|xml)\b/

/** Documents are PDFs or plain text. */
function documentSource(source: Source): Json {
  if (source.kind !== 'data' || source.mime === 'application/pdf') return writeSource(source)
  if (!PLAIN_TEXT.test(source.mime))
    throw new GatewayError('not_translatable', { what: `a \`${source.mime}\` document` })
  return { type: 'text', media_type: 'text/plain', data: Buffer.from(source.base64, 'base64').toString('utf8') }
}

/** A `tool_use` block; what an id may not hold here is written as hexadecimal. */
export function writeCall(part: CallPart): Json {
  return { type: 'tool_use', id: toolId(part.id), name: part.name, input: inputOf(part.input), ...cacheControl(part) }
}

/** A `tool_result` block, without `content` where the tool gave nothing. */
export function writeResult(result: ToolResult): Json {
  const content = result.parts.flatMap(writePart)
  return {
    type: 'tool_result',
    tool_use_id: toolId(result.callId),
    ...(content.length > 0 && { content }),
    ...(result.isError && { is_error: true }),
    ...cacheControl(result),
  }
}

/** The object a tool is called with; text that is none (a call that was cut off) is kept under a name. */
export function inputOf(text: string): Json {
  if (text.trim() === '') return {}
  const value = parseExactly(text)
  return isRecord(value) ? value : { input: text }
}

/** Ids of calls are letters, digits, hyphens and underscores here; others write colons and dots into them. */
function toolId(id: string): string {
  return id.replaceAll(/[^a-zA-Z0-9_-]/g, (char) => `_${(char.codePointAt(0) ?? 0).toString(16)}`)
}
