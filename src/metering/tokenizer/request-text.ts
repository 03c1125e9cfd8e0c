import { findMark, markOf } from '../../core/marks.ts'
import { measureText, newCountingGauge, unescaped } from '../../core/text-gauge.ts'

/** A part of a request's text that stands for all of it: the whole is `scale` times as long, and there are `media` beside it. */
export type TextSample = { parts: readonly Uint8Array[]; scale: number; media: number }

/** What a picture costs in tokens, roughly: vendors count 258 to 1600 for one, by its size (wire.md §3.3). */
const MEDIA_TOKENS = 1100

/** A sample is of so many slices, so that it is of all of the text. */
const SLICES = 16
const QUOTE = 0x22
const SPACE = 0x20

/** Where a body has pictures and files in base64: as a data URL, or under the key by which Anthropic and Gemini have them. */
const MEDIA_MARKS = [markOf(';base64,', ';base64'), markOf('"data":', 'data":')]
/** Shorter strings are read as text, whatever they are. */
const LEAST_MEDIA_BYTES = 256
const BASE64 = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(/[A-Za-z0-9+/_\-=\\]/.test(String.fromCharCode(byte))),
)

type Span = { start: number; end: number }

/** Picks slices of a request's text, evenly and of about `most` bytes in all, and leaves out what is no text. */
export function sampleRequest(body: Uint8Array, most: number): TextSample {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const media = mediaIn(bytes)
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

/** JSON's own signs around strings; the quotes of the text itself are escaped. */
const STRUCTURE = /[\s{}[\],:]*(?<!\\)"[\s{}[\],:]*/g

/** What a tokenizer is to count of a sample: keys and values, without the signs of JSON between them. */
export function textOfSample({ parts }: TextSample): string {
  const text = parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('utf8')).join('')
  return unescaped(text.replace(STRUCTURE, ' '))
}

/** How much of a body is looked at before its request is sent. */
const ROUGH_BYTES = 8 * 1024

/** Tokens of a request by rule, at once: slices of its text, and a flat number for each picture. */
export function roughTokens(body: Uint8Array): number {
  const sample = sampleRequest(body, ROUGH_BYTES)
  const gauge = newCountingGauge()
  for (const part of sample.parts) measureText(gauge, part, 0, part.length)
  return Math.ceil(gauge.rough * sample.scale) + mediaTokens(sample)
}

function mediaIn(bytes: Buffer): Span[] {
  const found: Span[] = []
  for (const mark of MEDIA_MARKS) {
    for (let at = findMark(bytes, mark); at >= 0; at = findMark(bytes, mark, at)) {
      at = startOf(bytes, at + mark.whole.length)
      if (!isMediaAt(bytes, at)) continue
      const quote = bytes.indexOf(QUOTE, at)
      const end = quote < 0 ? bytes.length : quote
      found.push({ start: at, end })
      at = end
    }
  }
  return found.toSorted((a, b) => a.start - b.start)
}

/** Whether base64 begins there, long enough to be no text. Where it ends is only looked for then: a body may be full of marks. */
function isMediaAt(bytes: Buffer, start: number): boolean {
  const end = start + LEAST_MEDIA_BYTES
  let at = start
  while (at < end && BASE64[bytes[at] ?? 0] === 1) at += 1
  return at === end
}

/** After a key come spaces and a quote, after the comma of a data URL the data. */
function startOf(bytes: Buffer, from: number): number {
  let at = from
  while (bytes[at] === SPACE) at += 1
  return bytes[at] === QUOTE ? at + 1 : at
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
