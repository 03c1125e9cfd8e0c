import { measureText, newCountingGauge, unescaped } from '../../core/text-gauge.ts'

/** A part of a request's text that stands for all of it: the whole is `scale` times as long, and there are `media` beside it. */
export type TextSample = { parts: readonly Uint8Array[]; scale: number; media: number }

/** What a picture costs in tokens, roughly: vendors count 258 to 1600 for one, by its size (wire.md §3.3). */
const MEDIA_TOKENS = 1100

/** A sample is of so many slices, so that it is of all of the text. */
const SLICES = 16
const QUOTE = 0x22
const SPACE = 0x20
const COMMA = 0x2c

/** What stands before a picture or file in base64: it is a data URL, or under the key by which Anthropic and Gemini have them. */
const DATA_URL = Buffer.from(';base64,')
const DATA_KEY = Buffer.from('"data":')
/** Shorter strings are read as text, whatever they are: so small a picture costs about as much. */
const LEAST_MEDIA_BYTES = 1024
const BASE64 = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(/[A-Za-z0-9+/_\-=\\]/.test(String.fromCharCode(byte))),
)

type Span = { start: number; end: number }

/** Picks slices of a request's text, evenly and of about `most` bytes in all, and leaves out what is no text. */
export function sampleRequest(body: Uint8Array, most: number): TextSample {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const media = mediaIn(bytes)
  if (media.length === 0 && bytes.length <= most) return { parts: [bytes], scale: 1, media: 0 }
  const spans = between(media, bytes.length)
  const total = sizeOf(spans)
  const slice = Math.ceil(most / SLICES)
  const stride = Math.max(slice, Math.ceil(total / SLICES))
  const parts: Uint8Array[] = []
  let taken = 0
  for (const { start, end } of spans) {
    for (let at = start; at < end && taken < 2 * most; at += stride) {
      const part = bytes.subarray(at, Math.min(end, at + slice))
      parts.push(part)
      taken += part.length
    }
  }
  return { parts, scale: taken === 0 ? 0 : total / taken, media: media.length }
}

/** Everything of a request that is counted as media. */
export function mediaTokens({ media }: Pick<TextSample, 'media'>): number {
  return media * MEDIA_TOKENS
}

/**
 * JSON's own signs around strings; the quotes of the text itself are escaped. A run of such signs inside a text is gone through once,
 * from its beginning.
 */
const STRUCTURE = /(?:(?<![\s{}[\],:])[\s{}[\],:]+)?(?<!\\)"[\s{}[\],:]*/g

/** What a tokenizer is to count of a sample: keys and values, without the signs of JSON between them. */
export function textOfSample({ parts }: TextSample): string {
  const text = parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('utf8')).join('')
  return unescaped(text.replace(STRUCTURE, ' '))
}

/** How much of a body is looked at before its request is sent. */
const ROUGH_BYTES = 4 * 1024

/** Tokens of a request by rule, at once: slices of its text, of so many bytes in all, and a flat number for each picture. */
export function roughTokens(body: Uint8Array, most = ROUGH_BYTES): number {
  const sample = sampleRequest(body, most)
  const gauge = newCountingGauge()
  for (const part of sample.parts) measureText(gauge, part, 0, part.length)
  return Math.ceil(gauge.rough * sample.scale) + mediaTokens(sample)
}

/** Looks at one byte of so many: a run long enough to be media has one of them, and each of text ends a few bytes from there. */
function mediaIn(bytes: Buffer): Span[] {
  const found: Span[] = []
  let seen = 0
  for (let at = LEAST_MEDIA_BYTES - 1; at < bytes.length; at += LEAST_MEDIA_BYTES) {
    const start = runStart(bytes, at, seen)
    seen = at
    if (!isMarked(bytes, start) || !isMediaAt(bytes, start)) continue
    const quote = bytes.indexOf(QUOTE, at)
    seen = quote < 0 ? bytes.length : quote
    found.push({ start, end: seen })
    at += LEAST_MEDIA_BYTES * Math.floor((seen - at) / LEAST_MEDIA_BYTES)
  }
  return found
}

/** Where the base64 around an offset begins, no earlier than what was seen: what goes on from there was no media. */
function runStart(bytes: Buffer, at: number, seen: number): number {
  let start = at
  while (start > seen && isBase64(bytes[start - 1])) start -= 1
  return start
}

function isBase64(byte: number | undefined): boolean {
  return BASE64[byte ?? 0] === 1
}

/** Whether what begins there is told to be media: after a key come spaces and a quote, after the comma of a data URL the data. */
function isMarked(bytes: Buffer, start: number): boolean {
  const before = bytes[start - 1]
  if (before === COMMA) return endsWith(bytes, DATA_URL, start)
  if (before !== QUOTE) return false
  let at = start - 1
  while (bytes[at - 1] === SPACE) at -= 1
  return endsWith(bytes, DATA_KEY, at)
}

function endsWith(bytes: Buffer, mark: Buffer, end: number): boolean {
  return end >= mark.length && bytes.compare(mark, 0, mark.length, end - mark.length, end) === 0
}

/** Whether the base64 that begins there is long enough to be no text. */
function isMediaAt(bytes: Buffer, start: number): boolean {
  const end = start + LEAST_MEDIA_BYTES
  let at = start
  while (at < end && isBase64(bytes[at])) at += 1
  return at === end
}

function between(media: readonly Span[], length: number): Span[] {
  const ends = [0, ...media.map(({ end }) => end)]
  return ends.flatMap((start, at) => {
    const end = media[at]?.start ?? length
    return end > start ? [{ start, end }] : []
  })
}

function sizeOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0)
}
