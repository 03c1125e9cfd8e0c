import { GatewayError } from '../../core/errors.ts'
import { asRecord, type Json, textOr } from '../../core/json.ts'
import type { DocumentPart, ImagePart, ResultPart, Source, TextPart } from '../translate/conversation.ts'
import { cacheOf } from './cache-control.ts'
import { mustBe, listAt, objectAt, textAt } from '../translate/shape.ts'

/** What a user says or a tool gives: a string, or blocks of text, pictures and documents. */
export function readContent(content: unknown, at: string): ResultPart[] {
  return blocksIn(content, at).flatMap(([block, where]) => readBlock(block, where))
}

/** The blocks of a content, each with the words for where it stands; a string is one of text, and null is none. */
export function blocksIn(content: unknown, at: string): [Json, string][] {
  if (typeof content === 'string') return [[{ type: 'text', text: content }, at]]
  return listAt(content, at).map((block, i) => [objectAt(block, `${at}[${i}]`), `${at}[${i}]`])
}

/** What a block shows; throws `not_translatable` for one that only the vendor can read. */
export function readBlock(block: Json, at: string): ResultPart[] {
  const type = textAt(block.type, `${at}.type`)
  const read = Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined
  if (read) return read(block, at)
  if (VENDORS_OWN.test(type)) return []
  throw new GatewayError('not_translatable', { what: `\`${type}\` content` })
}

/** What the vendor's servers did in earlier turns, which the text that follows tells of, and changes of tools. */
const VENDORS_OWN =
  /^(?:server_tool_use|mcp_tool_use|mcp_tool_listing|fallback|tool_addition|tool_removal|\w+_tool_result)$/

const BLOCKS: Readonly<Record<string, (block: Json, at: string) => ResultPart[]>> = {
  // Empty texts say nothing, and some vendors refuse them.
  text: (block, at) => (block.text === '' ? [] : [textPart(textAt(block.text, `${at}.text`), block)]),
  image: (block, at) => [imagePart(block, at)],
  document: readDocument,
  search_result: readSearchResult,
  tool_reference: (block) => [textPart(`The tool ${textOr(block.tool_name, '')} can be used now.`, block)],
  compaction: (block) => (typeof block.content === 'string' ? [textPart(block.content, block)] : []),
}

function textPart(text: string, block: Json): TextPart {
  return { type: 'text', text, ...cacheOf(block) }
}

function imagePart(block: Json, at: string): ImagePart {
  return { type: 'image', source: readSource(block.source, `${at}.source`), detail: null, ...cacheOf(block) }
}

function readDocument(block: Json, at: string): ResultPart[] {
  const source = objectAt(block.source, `${at}.source`)
  const context = typeof block.context === 'string' ? [textPart(block.context, {})] : []
  if (source.type === 'content') return [...context, ...readContent(source.content, `${at}.source.content`)]
  const name = typeof block.title === 'string' ? block.title : null
  const part: DocumentPart = { type: 'document', source: readSource(source, `${at}.source`), name, ...cacheOf(block) }
  return [...context, part]
}

function readSearchResult(block: Json, at: string): ResultPart[] {
  const found = readContent(block.content, `${at}.content`)
  return [textPart(`${textOr(block.title, '')}\n${textOr(block.source, '')}`, {}), ...found]
}

function readSource(told: unknown, at: string): Source {
  const source = objectAt(told, at)
  const mime = textOr(source.media_type, 'application/octet-stream')
  switch (source.type) {
    case 'base64':
      return { kind: 'data', mime, base64: textAt(source.data, `${at}.data`) }
    case 'text':
      return {
        kind: 'data',
        mime: 'text/plain',
        base64: Buffer.from(textAt(source.data, `${at}.data`)).toString('base64'),
      }
    case 'url':
      return { kind: 'url', url: textAt(source.url, `${at}.url`), mime: null }
    case 'file':
      return { kind: 'file', id: textAt(source.file_id, `${at}.file_id`) }
    default:
      throw mustBe(`${at}.type`, '`base64`, `text`, `url`, `content` or `file`')
  }
}

/** The text of a system prompt: its text blocks. */
export function readSystem(content: unknown, at: string): TextPart[] {
  return readContent(content, at).filter((part) => part.type === 'text')
}

/** The effort that a message sets from here on (wire.md §0.18); undefined when it says nothing of it. */
export function effortIn(message: unknown): unknown {
  return asRecord(asRecord(message).output_config).effort ?? undefined
}
