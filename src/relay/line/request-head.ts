import type { UpstreamRequest } from '../upstream.ts'

/** What may go into a head: where a value ends, another field or another request could begin. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const NO_VALUE = /[^\t\x20-\x7e\x80-\xff]/

/** How a request is framed, and whom it is for, is said here and nowhere else. */
const OWN: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Names that have been looked at, as they are written; callers may choose some of them. */
const MOST_NAMES = 200
const names = new Map<string, string>()

/** The lines that are the same for all requests to an origin. */
export function linesFor(url: URL): string {
  return ` HTTP/1.1\r\nhost: ${url.host}\r\nconnection: keep-alive\r\n`
}

/** The head of a request, to be written as latin1; throws a TypeError where a header could be read as more than one. */
export function requestHead(
  { method, url, headers, body }: Pick<UpstreamRequest, 'method' | 'url' | 'headers' | 'body'>,
  lines: string,
): string {
  // A URL has no blanks, ends of lines or letters beyond ASCII in these parts: its parser escapes them.
  let head = `${method} ${url.pathname}${url.search}${lines}`
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? ''
    if (NO_VALUE.test(value)) throw new TypeError(`the header ${name} cannot be sent`)
    head += `${names.get(name) ?? written(name)}${value}\r\n`
  }
  if (body || method === 'POST') head += `content-length: ${body?.length ?? 0}\r\n`
  return `${head}\r\n`
}

function written(name: string): string {
  if (!NAME.test(name) || OWN.has(name.toLowerCase())) throw new TypeError('a header with this name cannot be sent')
  const start = `${name}: `
  if (names.size < MOST_NAMES) names.set(name, start)
  return start
}
