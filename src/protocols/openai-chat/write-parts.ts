import type { Json } from '../../core/json.ts'
import { openaiFileName } from '../openai-file-name.ts'
import type { AudioPart, DocumentPart, ImagePart, Source, TextPart } from '../translate/conversation.ts'
import type { Quirks } from '../translate/quirks.ts'
import { untranslatable } from '../translate/shape.ts'

type Part = TextPart | ImagePart | DocumentPart | AudioPart

/**
 * Parts as the content of a message. One text is told as text, which every server takes; several are a list, but joined for
 * servers that know no lists of texts. Cache hints are not sent: models before GPT-5.6 refuse them (wire.md §3.1).
 */
export function contentOf(parts: readonly Part[], { plainFields }: Quirks): string | Json[] {
  const said = parts.map(asText)
  const texts = said.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const isText = texts.length === said.length
  if (isText && (texts.length < 2 || plainFields)) return texts.join('\n\n')
  return said.map(writePart)
}

function writePart(part: Part): Json {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'image': {
      const url = addressOf(part.source, 'a picture that is named by an id')
      return { type: 'image_url', image_url: part.detail === null ? { url } : { url, detail: part.detail } }
    }
    case 'document':
      return { type: 'file', file: fileOf(part) }
    case 'audio':
      return { type: 'input_audio', input_audio: { data: part.base64, format: part.format } }
    default:
      return part satisfies never
  }
}

/** Documents of plain text are told as such: few servers take files, and those that do take PDF. */
function asText(part: Part): Part {
  if (part.type !== 'document' || part.source.kind !== 'data' || !part.source.mime.startsWith('text/')) return part
  const text = Buffer.from(part.source.base64, 'base64').toString('utf8')
  return { type: 'text', text: part.name === null ? text : `${part.name}\n\n${text}` }
}

function fileOf({ source, name }: DocumentPart): Json {
  if (source.kind === 'file') return { file_id: source.id }
  if (source.kind === 'url') throw untranslatable('a document that is given by its address')
  return { file_data: addressOf(source, ''), filename: openaiFileName(name, source.mime) }
}

/** An address is passed on as it is: what is behind it is fetched by the vendor or by nobody. */
function addressOf(source: Source, unknown: string): string {
  if (source.kind === 'file') throw untranslatable(unknown)
  return source.kind === 'url' ? source.url : `data:${source.mime};base64,${source.base64}`
}
