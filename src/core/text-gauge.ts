/**
 * A measure of text on its way: a rough count of its tokens, and the first of it, so that a tokenizer can later say by how much
 * the count is off for this kind of text. It holds 2 KiB however long the text is.
 */
export type TextGauge = {
  /** Tokens of everything measured, by a rule for each class of characters. */
  rough: number
  /** The first of the text, in UTF-8 with JSON's escapes; null while there is none. */
  sample: Uint8Array | null
  sampleSize: number
  /** What `rough` was when the sample was full; until then it speaks for all of the text. */
  sampleRough: number
  /** The class of the last character, and how many of that class came in a row since one was counted. */
  last: number
  run: number
}

const SAMPLE_BYTES = 2048
const FIRST_BYTES = 64

/** Classes of characters; each is the index of its rule. */
const [SPACE, LETTER, DIGIT, SIGN, LINE, OTHER] = [0, 1, 2, 3, 4, 5] as const

/** What a character adds by its class: the first of its run, and one for every so many after it. A word takes the space before it along. */
const FIRST = [0, 1, 1, 0.8, 0.7, 1] as const
const EVERY = [8, 7, 3, 2, 4, 1] as const

/** The class of each ASCII character. */
const CLASS = Uint8Array.from({ length: 128 }, (_, byte) => {
  const letter = byte | 0x20
  if (letter >= 0x61 && letter <= 0x7a) return LETTER
  if (byte >= 0x30 && byte <= 0x39) return DIGIT
  return byte === 0x20 ? SPACE : byte < 0x20 ? LINE : SIGN
})

/** A gauge of nothing yet; it takes memory for its sample once text comes. */
export function newTextGauge(): TextGauge {
  return { rough: 0, sample: null, sampleSize: 0, sampleRough: 0, last: SPACE, run: 0 }
}

/** A gauge that only counts. */
export function newCountingGauge(): TextGauge {
  return { ...newTextGauge(), sampleSize: SAMPLE_BYTES }
}

const BACKSLASH = 0x5c
const LOWER_U = 0x75

/** Measures a stretch of text, which is UTF-8 as it stands inside a JSON string. */
export function measureText(gauge: TextGauge, bytes: Uint8Array, start: number, end: number): void {
  const free = SAMPLE_BYTES - gauge.sampleSize
  const cut = Math.min(end, start + free)
  if (cut > start) {
    gauge.sample = withRoom(gauge.sample, gauge.sampleSize + cut - start)
    // Nearly all texts are a few letters, for which a view of its own would cost more than the copy.
    for (let at = start; at < cut; at += 1) gauge.sample[gauge.sampleSize + at - start] = bytes[at] ?? 0
    gauge.sampleSize += cut - start
    measure(gauge, bytes, start, cut)
    gauge.sampleRough = gauge.rough
  }
  measure(gauge, bytes, cut, end)
}

/** A sample that has room for so much; most texts are short, and thousands may be under way. */
function withRoom(sample: Uint8Array | null, size: number): Uint8Array {
  if (sample && sample.length >= size) return sample
  const larger = new Uint8Array(Math.min(SAMPLE_BYTES, Math.max(FIRST_BYTES, 2 * size)))
  if (sample) larger.set(sample)
  return larger
}

function measure(gauge: TextGauge, bytes: Uint8Array, start: number, end: number): void {
  let at = start
  while (at < end) {
    const byte = bytes[at] ?? 0
    if (byte === BACKSLASH) at += measureEscape(gauge, bytes, at)
    else if (byte < 0x80) at = measurePlain(gauge, bytes, at, end)
    else {
      const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
      gauge.rough += tokensOfWide(byte, size)
      gauge.last = OTHER
      at += size
    }
  }
}

/** Measures ASCII without escapes, which nearly all text is, and returns where that ends: what `note` says, in variables, which takes less than half as long. */
function measurePlain(gauge: TextGauge, bytes: Uint8Array, start: number, end: number): number {
  let { rough, last, run } = gauge
  let at = start
  for (; at < end; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte >= 0x80 || byte === BACKSLASH) break
    const found = CLASS[byte] ?? SIGN
    if (found !== last) {
      rough += FIRST[found] ?? 0
      last = found
      run = 0
    } else if ((run += 1) === EVERY[found]) {
      rough += 1
      run = 0
    }
  }
  gauge.rough = rough
  gauge.last = last
  gauge.run = run
  return at
}

/** Returns how many bytes the escape takes. */
function measureEscape(gauge: TextGauge, bytes: Uint8Array, at: number): number {
  const next = bytes[at + 1] ?? 0
  if (next !== LOWER_U) {
    // `\n`, `\r` and `\t` begin a line or indent it; what else is escaped is a sign.
    note(gauge, next === 0x6e || next === 0x72 || next === 0x74 ? LINE : SIGN)
    return 2
  }
  const high = String.fromCharCode(bytes[at + 2] ?? 0x30, bytes[at + 3] ?? 0x30)
  gauge.rough += tokensOfUnit(Number.parseInt(high, 16))
  gauge.last = OTHER
  return 6
}

function note(gauge: TextGauge, found: number): void {
  gauge.run = found === gauge.last ? gauge.run + 1 : 0
  if (found !== gauge.last) gauge.rough += FIRST[found] ?? 0
  else if (gauge.run === EVERY[found]) {
    gauge.rough += 1
    gauge.run = 0
  }
  gauge.last = found
}

/** Tokens of a character of several bytes, by its first one: two for Latin and Cyrillic, three for Chinese, four for emoji. */
function tokensOfWide(lead: number, size: number): number {
  if (size === 2) return 0.4
  if (size === 4) return 2
  // 0xe4 to 0xe9 are the Chinese characters, of which some share a token; before them kana and signs, after them Korean.
  return lead >= 0xe4 && lead <= 0xe9 ? 0.75 : 0.85
}

/** The same of a UTF-16 unit that is written as an escape, by its high byte. */
function tokensOfUnit(high: number): number {
  if (high >= 0x4e && high <= 0x9f) return 0.75
  if (high < 0x08) return 0.4
  return 0.85
}

/** The text of the sample; an escape or a character that was cut at its end is left out. */
export function sampleText({ sample, sampleSize }: TextGauge): string {
  if (!sample) return ''
  // As if more were to come, so that it keeps back what is cut; what it kept back must not begin the next sample.
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
  return unescaped(utf8.decode(sample.subarray(0, sampleSize), { stream: true }))
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|u[0-9a-fA-F]{0,3}$|$|(.))/gs
const MEANT: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Text of a JSON string with its escapes read; what is no escape stays. */
export function unescaped(text: string): string {
  return text.replace(ESCAPE, (_, hex: string | undefined, letter: string | undefined) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    return letter === undefined ? '' : (MEANT[letter] ?? letter)
  })
}
