import { asRecord, type Json } from '../../core/json.ts'
import type {
  AudioPart,
  CacheHint,
  DocumentPart,
  ImagePart,
  RefusalPart,
  Source,
  TextPart,
} from '../translate/conversation.ts'
import { invalid, objectAt, textAt, textOrNull } from '../translate/shape.ts'

type PartReader<P> = (part: Json, where: string) => P
type PartReaders<P> = Readonly<Record<string, PartReader<P>>>

/** Text comes under three names: that of input, that of an answer sent back, and the one chat uses. */
const TEXTS: PartReaders<TextPart> = { input_text: readText, output_text: readText, text: readText }

/** What a developer may say. */
export const SYSTEM_PARTS = TEXTS
/** What an answer that is sent back may hold. */
export const ASSISTANT_PARTS: PartReaders<TextPart | RefusalPart> = { ...TEXTS, refusal: readRefusal }
/** What a tool may give. */
export const RESULT_PARTS: PartReaders<TextPart | ImagePart | DocumentPart> = {
  ...TEXTS,
  input_image: readImage,
  input_file: readFile,
}
/** What a user may say. */
export const USER_PARTS: PartReaders<TextPart | ImagePart | DocumentPart | AudioPart> = {
  ...RESULT_PARTS,
  input_audio: readAudio,
}

/** Reads content, which is a text or a list of parts; empty texts say nothing and are left out. */
export function readParts<P>(content: unknown, where: string, readers: PartReaders<P>): (P | TextPart)[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  if (!Array.isArray(content)) throw invalid(`\`${where}\` must be a string or a list`)
  return content.flatMap((each, i) => {
    const at = `${where}[${i}]`
    const part = objectAt(each, at)
    const type = textAt(part.type, `${at}.type`)
    const read = Object.hasOwn(readers, type) ? readers[type] : undefined
    if (!read) throw invalid(`\`${at}.type\` must be one of ${Object.keys(readers).join(', ')}`)
    return part.text === '' ? [] : [read(part, at)]
  })
}

function readText(part: Json, where: string): TextPart {
  return { type: 'text', text: textAt(part.text, `${where}.text`), ...cachedAt(part) }
}

function readRefusal(part: Json, where: string): RefusalPart {
  return { type: 'refusal', text: textAt(part.refusal, `${where}.refusal`) }
}

const DETAILS: ReadonlyMap<unknown, ImagePart['detail']> = new Map([
  ['low', 'low'],
  ['high', 'high'],
  ['auto', 'auto'],
  // As it is: others know nothing finer.
  ['original', 'high'],
])

function readImage(part: Json, where: string): ImagePart {
  const url = textOrNull(part.image_url, `${where}.image_url`)
  const source = url === null ? fileAt(part, where, 'image_url') : fromUrl(url, `${where}.image_url`)
  return { type: 'image', source, detail: DETAILS.get(part.detail) ?? null, ...cachedAt(part) }
}

function readFile(part: Json, where: string): DocumentPart {
  return {
    type: 'document',
    source: documentSource(part, where),
    name: textOrNull(part.filename, `${where}.filename`),
    ...cachedAt(part),
  }
}

function documentSource(part: Json, where: string): Source {
  const data = textOrNull(part.file_data, `${where}.file_data`)
  if (data !== null) {
    // Bare base64 was all that the first version took, and of PDF only.
    if (!data.startsWith('data:')) return { kind: 'data', mime: 'application/pdf', base64: data }
    return fromUrl(data, `${where}.file_data`)
  }
  const url = textOrNull(part.file_url, `${where}.file_url`)
  return url === null ? fileAt(part, where, 'file_data') : { kind: 'url', url, mime: null }
}

function readAudio(part: Json, where: string): AudioPart {
  const sound = asRecord(part.input_audio)
  const base64 = textAt(sound.data, `${where}.input_audio.data`)
  return { type: 'audio', base64, format: textAt(sound.format, `${where}.input_audio.format`), ...cachedAt(part) }
}

function fileAt(part: Json, where: string, other: string): Source {
  const id = textOrNull(part.file_id, `${where}.file_id`)
  if (id === null) throw invalid(`\`${where}\` must have \`${other}\` or \`file_id\``)
  return { kind: 'file', id }
}

/** The end of the head is searched for, not matched: what follows may be tens of megabytes. */
function fromUrl(url: string, where: string): Source {
  if (!url.startsWith('data:')) return { kind: 'url', url, mime: null }
  const comma = url.indexOf(',')
  const [mime, ...parameters] = url.slice('data:'.length, comma).split(';')
  if (comma < 0 || !mime || parameters.at(-1) !== 'base64') {
    throw invalid(`\`${where}\` must be an address or a data URL with a media type, in base64`)
  }
  return { kind: 'data', mime, base64: url.slice(comma + 1) }
}

function cachedAt(part: Json): { cache?: CacheHint } {
  const { mode, ttl } = asRecord(part.prompt_cache_breakpoint)
  return mode === 'explicit' ? { cache: ttl === '12h' ? '1h' : '5m' } : {}
}
