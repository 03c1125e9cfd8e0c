import { GatewayError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { AudioPart, DocumentPart, ImagePart, Source } from '../translate/conversation.ts'
import { pictureType } from '../translate/media-type.ts'
import { invalid } from '../translate/shape.ts'
import { fieldsIn } from './proto-json.ts'

/** Whatever is no text. */
export type MediaPart = ImagePart | DocumentPart | AudioPart

/** Addresses that only Google can open: its Files API and its storage. */
const GOOGLES = /^(gs:\/\/|files\/|https:\/\/generativelanguage\.googleapis\.com\/)/

/** Formats by the ending of an address that does not say what it leads to. */
const ENDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    webp: 'image/webp',
    gif: 'image/gif',
    heic: 'image/heic',
    pdf: 'application/pdf',
    txt: 'text/plain',
  }),
)

/** Other words for two sounds, which have a short name elsewhere. */
const SOUNDS: ReadonlyMap<string, string> = new Map([
  ['mpeg', 'mp3'],
  ['x-wav', 'wav'],
  ['wave', 'wav'],
  ['vnd.wave', 'wav'],
])

/** What an `inlineData` of a request holds. */
export function inlineMedia(blob: Json, at: string): MediaPart {
  const { text } = fieldsIn(blob, `${at}.`)
  const [mime, data] = [text('mimeType'), text('data')]
  if (mime === null || data === null) throw invalid(`\`${at}\` needs a \`mimeType\` and \`data\``)
  return mediaOf(data, mime, text('displayName'))
}

/** What these bytes are. */
export function mediaOf(data: string, mime: string, name: string | null = null): MediaPart {
  const base64 = plainBase64(data)
  if (!mime.startsWith('audio/')) return seen({ kind: 'data', mime, base64 }, mime, name)
  const [subtype = ''] = mime.slice('audio/'.length).split(';')
  return { type: 'audio', base64, format: SOUNDS.get(subtype) ?? subtype }
}

/** What a `fileData` of a request leads to. */
export function fileMedia(file: Json, at: string): MediaPart {
  const { text } = fieldsIn(file, `${at}.`)
  const uri = text('fileUri')
  if (uri === null) throw invalid(`\`${at}\` needs a \`fileUri\``)
  return mediaAt(uri, text('mimeType'), text('displayName'))
}

/** What is at an address, by its media type where that is told. */
export function mediaAt(uri: string, told: string | null, name: string | null = null): ImagePart | DocumentPart {
  const mime = told ?? mimeOf(uri)
  if (mime?.startsWith('audio/')) throw new GatewayError('not_translatable', { what: 'sound by its address' })
  const source: Source = GOOGLES.test(uri) ? { kind: 'file', id: uri } : { kind: 'url', url: uri, mime }
  return seen(source, mime, name)
}

function seen(source: Source, mime: string | null, name: string | null): ImagePart | DocumentPart {
  if (mime?.startsWith('video/')) throw new GatewayError('not_translatable', { what: 'video' })
  return mime?.startsWith('image/') ? { type: 'image', source, detail: null } : { type: 'document', source, name }
}

/** The part of a request that shows it. */
export function partFor(media: MediaPart): Json {
  const { mime, ...place } = placeOf(media)
  if ('data' in place) return { inlineData: { mimeType: mime, data: place.data } }
  return { fileData: { ...(mime !== null && { mimeType: mime }), fileUri: place.uri } }
}

/** Where Google finds it: in the request, or at an address, which is Google's to fetch and never ours (wire.md §3.7.27). */
export function placeOf(media: MediaPart): { mime: string; data: string } | { mime: string | null; uri: string } {
  if (media.type === 'audio') return { mime: `audio/${media.format}`, data: media.base64 }
  const { source } = media
  switch (source.kind) {
    case 'data':
      return { mime: pictureType(source.mime), data: source.base64 }
    case 'url':
      return { mime: source.mime ?? mimeOf(source.url), uri: source.url }
    case 'file':
      if (!GOOGLES.test(source.id)) throw new GatewayError('not_translatable', { what: 'a file of another vendor' })
      return { mime: null, uri: source.id }
    default:
      return source satisfies never
  }
}

function mimeOf(address: string): string | null {
  const [, ending = ''] = /\.(\w+)(?:[?#]|$)/.exec(address) ?? []
  return ENDINGS.get(ending.toLowerCase()) ?? null
}

/** Some libraries write bytes in the alphabet that is safe in addresses; other vendors read the plain one only. */
function plainBase64(data: string): string {
  return /[-_]/.test(data) ? data.replaceAll('-', '+').replaceAll('_', '/') : data
}
