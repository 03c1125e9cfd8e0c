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
export function headOf(text: string): Head | null {
  const end = text.indexOf('\r')
  const [, minor, status] = STATUS.exec(text.slice(0, end)) ?? []
  const fields = readFields(text, end + 2)
  return fields && status !== undefined ? { status: Number(status), minor: Number(minor), fields } : null
}

/** The fields of a head, or of a trailer, from where the first of them begins to the empty line; null where one is none. */
export function readFields(text: string, from: number): Fields | null {
  const fields: Fields = {}
  let at = from
  for (let end = text.indexOf('\r', at); end > at; end = text.indexOf('\r', at)) {
    const colon = text.indexOf(':', at)
    const name = colon < 0 || colon > end ? undefined : nameOf(text.slice(at, colon))
    if (name === undefined) return null
    addField(fields, name, valueIn(text, colon + 1, end))
    at = end + 2
  }
  return fields
}

/** RFC 9110 §5.6.2. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** Names that have been looked at, as they are written and in small letters; upstreams choose them. */
const MOST_NAMES = 500
const names = new Map<string, string>()

function nameOf(written: string): string | undefined {
  const known = names.get(written)
  if (known !== undefined) return known
  if (!NAME.test(written)) return undefined
  const name = written.toLowerCase()
  if (names.size < MOST_NAMES) names.set(written, name)
  return name
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
