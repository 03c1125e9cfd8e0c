/** The fields of an answer's head: lower-case names, each once. */
export type Fields = Record<string, string>

/** What an answer says before its body. */
export type Head = { status: number; minor: number; fields: Fields }

/** How an answer begins. */
export const START = 'HTTP/1.'

const STATUS = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/

/**
 * Reads a head, in which every line ends with CR LF and nothing else stands but blanks and letters; null where it is none. RFC
 * 9112 §5: there is no space before a colon, and no line goes on in the next one.
 */
export function headOf(text: string, names: Names): Head | null {
  const end = text.indexOf('\r')
  const [, minor, status] = STATUS.exec(text.slice(0, end)) ?? []
  const fields = readFields(text, end + 2, names)
  return fields && status !== undefined ? { status: Number(status), minor: Number(minor), fields } : null
}

/**
 * The names of fields as an upstream told them last, in their order, each as it is written and in small letters: mostly the next head
 * has the same, and to compare is sooner done than to look up.
 */
export type Names = { written: string; name: string }[]

/** Upstreams choose how many they send. */
const MOST_NAMES = 64

/** The fields of a head, or of a trailer, from where the first of them begins to the empty line; null where one is none. */
export function readFields(text: string, from: number, names: Names): Fields | null {
  const fields: Fields = {}
  let at = from
  for (let end = text.indexOf('\r', at), place = 0; end > at; end = text.indexOf('\r', at), place += 1) {
    const last = names[place]
    let name = last && isFieldAt(text, at, last.written) ? last.name : undefined
    let colon = at + (last?.written.length ?? 0)
    if (name === undefined) {
      colon = text.indexOf(':', at)
      const written = text.slice(at, colon)
      if (colon < 0 || colon > end || !NAME.test(written)) return null
      name = written.toLowerCase()
      if (place < MOST_NAMES) names[place] = { written, name }
    }
    addField(fields, name, valueIn(text, colon + 1, end))
    at = end + 2
  }
  return fields
}

/** RFC 9110 §5.6.2. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const COLON = 58

function isFieldAt(text: string, at: number, written: string): boolean {
  for (let n = 0; n < written.length; n += 1) if (text.charCodeAt(at + n) !== written.charCodeAt(n)) return false
  return text.charCodeAt(at + written.length) === COLON
}

function valueIn(text: string, from: number, to: number): string {
  let [start, end] = [from, to]
  while (start < end && isBlank(text.charCodeAt(start))) start += 1
  while (start < end && isBlank(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9
}

/** Of these, several are a list; how long an answer is must be said once, and is no number any more as a list. */
const LISTS: ReadonlySet<string> = new Set(['content-encoding', 'connection', 'content-length', 'transfer-encoding'])

/** Of a field that comes twice the first counts, as node has it, unless it is a list. */
export function addField(fields: Fields, name: string, value: string): void {
  // What objects are born with is there already, so that no name of an upstream's can touch it.
  const known = fields[name]
  if (known === undefined) fields[name] = value
  else if (LISTS.has(name)) fields[name] = `${known}, ${value}`
}
