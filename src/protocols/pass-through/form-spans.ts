import type { Span } from '../../core/json.ts'
import type { RequestSpans } from '../request.ts'
import { invalid } from '../translate/shape.ts'

const MAX_PARTS = 1000
const MAX_HEAD_BYTES = 8192

/**
 * Finds the text fields of a `multipart/form-data` body (RFC 7578) where they stand; files are stepped over, never copied.
 * Throws `body_invalid` for anything that two parsers could read in two ways: an upstream must not see another model than
 * was checked.
 */
export function formSpans(body: Uint8Array, contentType: string): RequestSpans {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const fields = new Map<string, Span[]>()
  for (const { head, ...span } of formParts(bytes, contentType)) {
    const { name, file } = dispositionOf(head)
    if (name === 'model' && file) throw invalid('`model` must be a text field of the form')
    if (!file) fields.set(name, [...(fields.get(name) ?? []), span])
  }
  const of = (key: string) => fields.get(key) ?? []
  return {
    mayNameFile: false,
    mayNameUri: false,
    mayHoldSealed: false,
    mayOfferTools: () => false,
    of,
    lastValue(key) {
      const [span, another] = of(key)
      // Unlike JSON, where all take the last, some parsers of forms take the first.
      if (another) throw invalid(`\`${key}\` stands more than once in the form`)
      return span && bytes.toString('utf8', span.start, span.end)
    },
    modelEdits: (upstreamName) => of('model').map((span) => ({ ...span, with: Buffer.from(upstreamName) })),
  }
}

/** Where the files of a form stand that have this name; the rest of it has to be as `formSpans` wants it. */
export function fileSpans(body: Uint8Array, contentType: string, name: string): Span[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const found: Span[] = []
  for (const { head, ...span } of formParts(bytes, contentType)) {
    const part = dispositionOf(head)
    if (part.file && part.name === name) found.push(span)
  }
  return found
}

function boundaryOf(contentType: string): string {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"\\]{1,200})"|([^\s";,]{1,200}))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  const told = contentType.match(/boundary\s*(?:[*\d]+\s*)?=/gi) ?? []
  if (boundary === undefined || told.length > 1)
    throw invalid('the content type of the form does not name one boundary')
  return boundary
}

/**
 * The parts of a form, with their heads. Throws `body_invalid` where there is more than one way to cut it: its type names one
 * boundary, which stands nowhere but between parts.
 */
export function* formParts(bytes: Buffer, contentType: string): Generator<Span & { head: string }> {
  const mark = Buffer.from(`--${boundaryOf(contentType)}`)
  let at = bytes.indexOf(mark)
  if (at !== 0) throw invalid('the form does not begin with its boundary')
  for (let count = 0; count < MAX_PARTS; count += 1) {
    const after = at + mark.length
    if (isAt(bytes, after, '--')) {
      if (bytes.length - after > 4) throw invalid('something follows the end of the form')
      return
    }
    const start = bytes.indexOf('\r\n\r\n', after) + 4
    const next = bytes.indexOf(mark, after)
    const whole = isAt(bytes, after, '\r\n') && start > 3 && next >= start + 2 && isAt(bytes, next - 2, '\r\n')
    if (!whole || start - after > MAX_HEAD_BYTES) throw invalid('the form is cut off or a part of it is malformed')
    yield { head: bytes.toString('utf8', after + 2, start - 4), start, end: next - 2 }
    at = next
  }
  throw invalid(`the form has more than ${MAX_PARTS} parts`)
}

function isAt(bytes: Buffer, offset: number, text: string): boolean {
  return bytes.toString('latin1', offset, offset + text.length) === text
}

/** Browsers write a backslash as it is (WHATWG HTML, multipart encoding), older clients before a quote (RFC 2183). */
const READINGS = [
  /;\s*([\w*-]+)=(?:"([^"\r\n]*)"|([^\s";]+))/g,
  /;\s*([\w*-]+)=(?:"((?:[^"\\\r\n]|\\[^\r\n])*)"|([^\s";]+))/g,
]

type Disposition = { name: string; file: boolean }

/** The name of a part, and whether it is a file; every way to read it must say the same. */
function dispositionOf(head: string): Disposition {
  const lines = head.split('\r\n')
  const told = lines.filter((line) => /^content-disposition:/i.test(line))
  const plain = told.length === 1 && lines.every((line) => /^[\w-]+:[^\r\n]*$/.test(line))
  const [, parameters] = /^[^:]+:\s*form-data((?:;.*)?)$/i.exec(told[0] ?? '') ?? []
  const [first, ...others] = READINGS.flatMap((reading) => readDisposition(parameters ?? '', reading))
  if (!plain || !first || others.some(({ name, file }) => name !== first.name || file !== first.file))
    throw invalid('a part of the form does not say its name plainly')
  return first
}

/** What the parameters say when they are read in one way; empty when that leaves something over, or names are not one. */
function readDisposition(parameters: string, reading: RegExp): Disposition[] {
  const found = [...parameters.matchAll(reading)]
  const names = found.filter(([, key]) => /^name\*?$/i.test(key ?? ''))
  const [, key, quoted, bare] = names[0] ?? []
  const rest = parameters.replaceAll(reading, '').replace(/^;?\s*$/, '')
  if (names.length !== 1 || key !== 'name' || rest !== '') return []
  const name = (quoted ?? bare ?? '').replaceAll(/\\(.)/g, '$1')
  return [{ name, file: found.some(([, one]) => /^filename\*?$/i.test(one ?? '')) }]
}
