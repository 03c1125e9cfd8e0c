/** An object of a JSON text, its values not looked at yet. */
export type Json = Record<string, unknown>

/** Where a value stands in a JSON text: byte offsets, end exclusive. */
export type Span = { start: number; end: number }
/** The values of keys, each key's in order. */
type Spans = Map<string, Span[]>

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** The byte that begins an object. */
export const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
/** The byte that begins an array. */
export const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const COLON = 0x3a
const COMMA = 0x2c

/** Nesting beyond this is an attack, not a request. */
export const MAX_JSON_DEPTH = 64

/** A mark of byte order is a character like any other here: a key that begins with one is not the key without it. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** A key may stand twice by mistake; one that stands more often is there to be gone through. */
const MOST_OF_A_KEY = 16

/** Goes along through a text. */
export type Along = {
  /** Is told where each string opens that stands inside of an object or array, keys and values alike. */
  string(open: number): void
  /** How many values may still come; with one more the text counts as not well-formed. */
  left: number
}

/**
 * Finds the values of some top-level keys of a JSON object without parsing it: all spans of each key, in order, since
 * a key may stand twice. Undefined when the text is not one JSON object, nests deeper than MAX_JSON_DEPTH, or has one of the keys
 * more than sixteen times. What is inside
 * the values is checked for balance only, and for what some parsers take for comments, quotes or keys.
 */
export function topLevelSpans(json: Uint8Array, wanted: ReadonlySet<string>, along?: Along): Spans | undefined {
  const found: Spans = new Map()
  const end = membersOf(json, skipSpace(json, 0), (name, start) => {
    if (along && --along.left < 0) return -1
    const after = valueEnd(json, start, along)
    if (after < 0 || !wanted.has(name)) return after
    const known = found.get(name) ?? []
    if (known.length === MOST_OF_A_KEY) return -1
    if (known.push({ start, end: after }) === 1) found.set(name, known)
    return after
  })
  return end >= 0 && skipSpace(json, end) === json.length ? found : undefined
}

/** The offset after the object that opens at `open`, -1 when there is none; `valueOf` says where each member's value ends. */
export function membersOf(json: Uint8Array, open: number, valueOf: (name: string, start: number) => number): number {
  if (json[open] !== OPEN_BRACE) return -1
  let at = skipSpace(json, open + 1)
  if (json[at] === CLOSE_BRACE) return at + 1
  for (;;) {
    const key = stringEnd(json, at)
    if (key < 0) return -1
    const colon = skipSpace(json, key)
    if (json[colon] !== COLON) return -1
    const name = keyName(json, at, key)
    const end = name === undefined ? -1 : valueOf(name, skipSpace(json, colon + 1))
    if (end < 0) return -1
    const next = skipSpace(json, end)
    if (json[next] === CLOSE_BRACE) return next + 1
    if (json[next] !== COMMA) return -1
    at = skipSpace(json, next + 1)
  }
}

/** The offset after the array that opens at `open`, -1 when there is none; `valueOf` says where each element ends. */
export function elementsOf(json: Uint8Array, open: number, valueOf: (start: number) => number): number {
  if (json[open] !== OPEN_BRACKET) return -1
  let at = skipSpace(json, open + 1)
  if (json[at] === CLOSE_BRACKET) return at + 1
  for (;;) {
    const end = valueOf(at)
    if (end < 0) return -1
    const next = skipSpace(json, end)
    if (json[next] === CLOSE_BRACKET) return next + 1
    if (json[next] !== COMMA) return -1
    at = skipSpace(json, next + 1)
  }
}

/** The first elements of the array a span points at, at most so many; none when it is no array. */
export function firstElements(json: Uint8Array, array: Span, most: number): Span[] {
  const found: Span[] = []
  if (json[array.start] !== OPEN_BRACKET) return found
  let start = skipSpace(json, array.start + 1)
  while (found.length < most) {
    const end = valueEnd(json, start)
    if (end < 0 || end >= array.end) break
    found.push({ start, end })
    const next = skipSpace(json, end)
    if (json[next] !== COMMA) break
    start = skipSpace(json, next + 1)
  }
  return found
}

/** The elements of the array that a span of well-formed JSON points at, in order; none when it is no array. */
export function elementSpans(json: Uint8Array, array: Span): Span[] {
  const found: Span[] = []
  elementsOf(json, array.start, (start) => {
    const end = valueEnd(json, start)
    if (end >= 0) found.push({ start, end })
    return end
  })
  return found
}

/** Parses the value a span points at; undefined when it is not JSON. */
export function valueAt(json: Uint8Array, { start, end }: Span): unknown {
  const plain = end - start <= NEAR_BYTES ? plainText(json, start, end) : null
  return parseJson(plain ?? utf8.decode(json.subarray(start, end)))
}

/** JSON.parse that answers undefined instead of throwing. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Digits that a double may not hold: sixteen or more in a row. */
const LONG_NUMBER = /\d{16}/

/**
 * parseJson that keeps whole numbers which a double would round as they are written: they come out as raw JSON, which
 * JSON.stringify writes unchanged.
 */
export function parseExactly(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return parseJson(text)
  try {
    return JSON.parse(text, keepSource)
  } catch {
    return undefined
  }
}

function keepSource(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  const whole = typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined
  return whole && /^-?\d+$/.test(source) ? rawJson(source) : value
}

/** JSON.rawJSON (ECMAScript 2026), which the compiler's library does not know yet. */
const { rawJSON: rawJson } = JSON as typeof JSON & { rawJSON: (text: string) => object }

type Edit = Span & { with: Uint8Array }

/** Replaces spans of a byte text, which must be in order and apart; everything else stays as it is, byte for byte. Where nothing changes it is the same bytes, not a copy. */
export function splice(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  if (edits.every((edit) => isThere(bytes, edit))) return bytes
  let size = bytes.length
  for (const edit of edits) size += edit.with.length - (edit.end - edit.start)
  // Every byte is written, so none has to be cleared first.
  const out = Buffer.allocUnsafeSlow(size)
  let from = 0
  let to = 0
  for (const edit of edits) {
    out.set(bytes.subarray(from, edit.start), to)
    to += edit.start - from
    out.set(edit.with, to)
    to += edit.with.length
    from = edit.end
  }
  out.set(bytes.subarray(from), to)
  return out
}

function isThere(bytes: Uint8Array, edit: Edit): boolean {
  if (edit.with.length !== edit.end - edit.start) return false
  return edit.with.every((byte, at) => byte === bytes[edit.start + at])
}

/** A value from outside when it is text, else the fallback. */
export function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback
}

/** A value from outside as a record, or an empty one. */
export function asRecord(value: unknown): Json {
  return isRecord(value) ? value : {}
}

/** The members of a list as records, in order; none of what is no list. */
export function recordsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(asRecord) : []
}

/** Whether a value is an object of JSON; null and lists are none. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The offset of the first byte from here that is no white space. */
export function skipSpace(json: Uint8Array, from: number): number {
  let at = from
  for (let byte = json[at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = json[at]) at += 1
  return at
}

/** Whoever looks at so few bytes one by one is faster than a search, which finds the end of a long text far sooner. */
const NEAR_BYTES = 48

/** The offset after the string that opens at `open`; -1 when there is none. */
function stringEnd(json: Uint8Array, open: number): number {
  if (json[open] !== QUOTE) return -1
  let at = open + 1
  while (at < json.length) {
    for (const near = at + NEAR_BYTES; at < near; at += 1) {
      const byte = json[at]
      if (byte === QUOTE) return at + 1
      if (byte === BACKSLASH) at += 1
    }
    const quote = json.indexOf(QUOTE, at)
    if (quote < 0) return -1
    let slashes = 0
    while (quote - slashes > at && json[quote - 1 - slashes] === BACKSLASH) slashes += 1
    at = quote + 1
    if (slashes % 2 === 0) return at
  }
  return -1
}

/** The offset after the value that starts at `start`; -1 when it is unbalanced, empty or too deep. */
export function valueEnd(json: Uint8Array, start: number, along?: Along): number {
  const first = json[start]
  if (first === QUOTE) return stringEnd(json, start)
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return nestedEnd(json, start, along)
  let at = start
  while (at < json.length && !endsScalar(json[at])) at += 1
  return at > start && valueAt(json, { start, end: at }) !== undefined ? at : -1
}

function endsScalar(byte: number | undefined): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || (byte !== undefined && byte <= 0x20)
}

/**
 * Lenient parsers begin comments or texts with these where JSON has none, so that what seems to be a string is something else to them;
 * and they take what stands before a colon for a key, in quotes or not (Google's `JsonStreamParser`), and other signs for a colon or comma.
 */
const FOREIGN = Uint8Array.from({ length: 256 }, (_, byte) => Number("/'`#:=;".includes(String.fromCharCode(byte))))

function nestedEnd(json: Uint8Array, start: number, along?: Along): number {
  const closers: number[] = []
  let at = start
  while (at < json.length) {
    const byte = json[at]
    if (byte === QUOTE) {
      along?.string(at)
      at = stringEnd(json, at)
      if (at < 0) return -1
      const next = skipSpace(json, at)
      if (json[next] === COLON) at = next + 1
      continue
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      closers.push(byte === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET)
      if (closers.length >= MAX_JSON_DEPTH || (along && --along.left < 0)) return -1
    } else if (byte === COMMA) {
      if (along && --along.left < 0) return -1
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (closers.pop() !== byte) return -1
      if (closers.length === 0) return at + 1
    } else if (FOREIGN[byte ?? 0] === 1) return -1
    at += 1
  }
  return -1
}

/** A key may be written with escapes (`"mo\u0064el"`); its name is what a parser would read, undefined where parsers differ. */
function keyName(json: Uint8Array, open: number, end: number): string | undefined {
  const plain = end - open <= NEAR_BYTES ? plainText(json, open + 1, end - 1) : null
  if (plain !== null) return plain
  const raw = utf8.decode(json.subarray(open + 1, end - 1))
  return raw.includes('\\') ? (parseJson(`"${raw}"`) as string | undefined) : raw
}

/** A short text in ASCII without escapes, as nearly all keys are: ten times sooner read than by a decoder; null for any other. */
function plainText(json: Uint8Array, start: number, end: number): string | null {
  let text = ''
  for (let at = start; at < end; at += 1) {
    const byte = json[at] ?? BACKSLASH
    if (byte === BACKSLASH || byte >= 0x80) return null
    text += String.fromCharCode(byte)
  }
  return text
}
