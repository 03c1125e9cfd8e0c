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
import { invalid, textAt } from '../translate/shape.ts'

type Part = TextPart | ImagePart | DocumentPart | AudioPart | RefusalPart

/** How each type of part is read; `at` is where it stands, for the sentence that refuses it. */
const READERS: Readonly<Record<string, (part: Json, at: string) => Part>> = {
  text: (part, at) => ({ type: 'text', text: textAt(part.text, `${at}.text`), ...cacheOf(part) }),
  refusal: (part, at) => ({ type: 'refusal', text: textAt(part.refusal, `${at}.refusal`) }),
  image_url: (part, at) => ({ ...readImage(part, `${at}.image_url`), ...cacheOf(part) }),
  file: (part, at) => ({ ...readFile(asRecord(part.file), `${at}.file`), ...cacheOf(part) }),
  input_audio: (part, at) => {
    const { data, format } = asRecord(part.input_audio)
    const base64 = textAt(data, `${at}.input_audio.data`)
    return { type: 'audio', base64, format: textAt(format, `${at}.input_audio.format`), ...cacheOf(part) }
  },
}

/**
 * The parts of a message's content, which is text or a list of parts of some types (wire.md §1.1). Empty texts
 * say nothing, and some vendors refuse them: they are left out.
 */
export function readContent<T extends Part['type']>(
  content: unknown,
  allowed: readonly T[],
  at: string,
): Extract<Part, { type: T }>[] {
  if (content === null || content === undefined) return []
  const list: unknown = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  if (!Array.isArray(list)) throw invalid(`\`${at}\` must be text or a list`)
  return list.flatMap((each, i) => {
    const part = readPart(asRecord(each), `${at}[${i}]`)
    if (!isOneOf(part, allowed)) throw invalid(`\`${at}[${i}]\` cannot be of type ${part.type} here`)
    return 'text' in part && part.text === '' ? [] : [part]
  })
}

function readPart(part: Json, at: string): Part {
  const read = typeof part.type === 'string' && Object.hasOwn(READERS, part.type) ? READERS[part.type] : undefined
  if (!read) throw invalid(`\`${at}.type\` is unknown`)
  return read(part, at)
}

function isOneOf<T extends Part['type']>(part: Part, allowed: readonly T[]): part is Extract<Part, { type: T }> {
  return (allowed as readonly string[]).includes(part.type)
}

const DETAILS: ReadonlyMap<unknown, NonNullable<ImagePart['detail']>> = new Map([
  ['low', 'low'],
  ['high', 'high'],
  ['original', 'high'],
  ['auto', 'auto'],
])

/** A picture as `{image_url: {url, detail}}`; some clients send the address alone. */
export function readImage({ image_url: image }: Json, at: string): ImagePart {
  const { url, detail } = typeof image === 'string' ? { url: image, detail: null } : asRecord(image)
  return {
    type: 'image',
    source: sourceOf(textAt(url, `${at}.url`), at),
    detail: DETAILS.get(detail) ?? null,
  }
}

function readFile({ file_id: id, file_data: data, filename }: Json, at: string): DocumentPart {
  const name = typeof filename === 'string' ? filename : null
  if (typeof id === 'string') return { type: 'document', source: { kind: 'file', id }, name }
  const text = textAt(data, `${at}.file_data`)
  // Bytes without a type are what the first version of this part took, which knew nothing but PDF.
  const bare = !/^(?:data|https?):/.test(text)
  const source: Source = bare ? { kind: 'data', mime: 'application/pdf', base64: text } : sourceOf(text, at)
  return { type: 'document', source, name }
}

function sourceOf(url: string, at: string): Source {
  if (!url.startsWith('data:')) return { kind: 'url', url, mime: null }
  const comma = url.indexOf(',')
  const [mime = '', ...how] = url.slice('data:'.length, Math.max(comma, 0)).split(';')
  if (comma < 0 || mime === '' || !how.includes('base64')) {
    throw invalid(`\`${at}\` must be an address or data in base64 with its type`)
  }
  return { kind: 'data', mime, base64: url.slice(comma + 1) }
}

/** OpenAI's cache breakpoints, and Anthropic's, which clients of compatible vendors put into chat; half an hour counts as the short one. */
export function cacheOf({ prompt_cache_breakpoint: point, cache_control: control }: Json): { cache?: CacheHint } {
  const { mode, ttl } = asRecord(point)
  if (mode === 'explicit') return { cache: ttl === '12h' ? '1h' : '5m' }
  const { type, ttl: lifetime } = asRecord(control)
  return type === 'ephemeral' ? { cache: lifetime === '1h' ? '1h' : '5m' } : {}
}
