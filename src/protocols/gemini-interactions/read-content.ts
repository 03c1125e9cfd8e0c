import { isRecord, type Json } from '../../core/json.ts'
import { mediaAt, mediaOf, type MediaPart } from '../gemini-generate/media.ts'
import { fieldsIn, recordsIn } from '../gemini-generate/proto-json.ts'
import type { ImagePart, Message, ResultPart, TextPart, ToolResult } from '../translate/conversation.ts'
import { invalid, mustBe, nameAt, untranslatable } from '../translate/shape.ts'

/** What a user may say. */
export type UserPart = Extract<Message, { role: 'user' }>['parts'][number]

/** The types of what is said, by anybody. */
export const CONTENTS: ReadonlySet<unknown> = new Set(['text', 'image', 'audio', 'document', 'video'])

/** How Google is to look at what it is shown, which others decide for themselves. */
const MANNERS = ['processing', 'channels', 'sample_rate']

/** What a content says or shows; `lost` takes the names of what is left out. */
export function readContent(content: Json, at: string, lost: Set<string>): (TextPart | MediaPart)[] {
  const { text } = fieldsIn(content, `${at}.`)
  if (content.type === 'text') {
    const said = text('text')
    return said ? [{ type: 'text', text: said }] : []
  }
  if (!CONTENTS.has(content.type)) throw mustBe(`${at}.type`, `one of ${[...CONTENTS].join(', ')}`)
  if (content.type === 'video') throw untranslatable('video')
  for (const name of MANNERS) if (content[name] !== undefined) lost.add(`input.${name}`)
  const media = shown(content, at)
  // What is said to be a picture is one, also at an address that does not say what it leads to.
  if (content.type !== 'image' || media.type === 'audio') return [media]
  return [{ type: 'image', source: media.source, detail: DETAILS.get(text('resolution')) ?? null }]
}

const DETAILS: ReadonlyMap<unknown, ImagePart['detail']> = new Map([
  ['low', 'low'],
  ['high', 'high'],
  ['ultra_high', 'high'],
])

function shown(content: Json, at: string): MediaPart {
  const { text } = fieldsIn(content, `${at}.`)
  const [data, mime, uri] = [text('data'), text('mime_type'), text('uri')]
  if (uri !== null) return mediaAt(uri, mime)
  if (data === null || mime === null) throw invalid(`\`${at}\` needs \`data\` and a \`mime_type\`, or a \`uri\``)
  return mediaOf(data, mime)
}

/** What a tool gave, in a text, an object or contents. */
export function readResult(step: Json, at: string, lost: Set<string>): ToolResult {
  const { text, flag } = fieldsIn(step, `${at}.`)
  const parts = resultParts(step.result, `${at}.result`, lost)
  return {
    callId: nameAt(step.call_id, `${at}.call_id`),
    name: text('name'),
    form: 'function',
    parts,
    isError: flag('is_error') ?? false,
  }
}

function resultParts(result: unknown, at: string, lost: Set<string>): ResultPart[] {
  if (result === undefined || result === null || result === '') return []
  if (typeof result === 'string') return [{ type: 'text', text: result }]
  if (isRecord(result)) return [{ type: 'text', text: JSON.stringify(result) }]
  if (!Array.isArray(result)) throw mustBe(at, 'a string, an object or a list')
  return recordsIn(result, at).flatMap(({ record, at: where }) =>
    readContent(record, where, lost).map((part) => {
      if (part.type === 'audio') throw untranslatable('sound that a tool gave')
      return part
    }),
  )
}
