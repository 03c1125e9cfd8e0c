import { asRecord, parseJson } from '../../core/json.ts'
import { findMark, hidesLetters, markOf } from '../../core/marks.ts'
import type { ProtocolId } from '../../core/protocol.ts'
import type { Incoming } from '../../protocols/protocol.ts'

type Json = Record<string, unknown>

/** Ids in a request of what only one upstream keeps: files, the answer it goes on from, a conversation. */
export type Named = { files: ReadonlySet<string>; response: string | null; conversation: string | null }

/** The key of one file, or of several. */
const FILE = markOf('"file_id', 'file_id')
const BEFORE = [markOf('"previous_response_id"', '_respon'), markOf('"conversation"', 'versati')]

/** What a request names; null, without reading it, when it can name nothing. */
export function namedIn(
  protocol: ProtocolId,
  { body, contentType }: Pick<Incoming, 'body' | 'contentType'>,
): Named | null {
  if (contentType !== undefined && /^multipart\//i.test(contentType)) return null
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const hidden = hidesLetters(bytes)
  const goesOn = protocol === 'openai-responses' && (hidden || BEFORE.some((key) => findMark(bytes, key) >= 0))
  if (!goesOn && !hidden && findMark(bytes, FILE) < 0) return null
  const request = asRecord(parseJson(bytes.toString('utf8')))
  const files = new Set<string>()
  collect(request, files)
  const { previous_response_id: response, conversation } = goesOn ? request : ({} as Json)
  const named = {
    files,
    response: textOrNull(response),
    conversation: textOrNull(conversation) ?? textOrNull(asRecord(conversation).id),
  }
  return files.size > 0 || named.response !== null || named.conversation !== null ? named : null
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Where parts of messages stand, and what a tool works on; what a tool is called with, which may have a `file_id` of its own, is not among them. */
const INSIDE = 'messages system content input output source file images mask tools container'.split(' ')

/** Whatever is called with is an object, and lists of parts are lists: only they hold files under `input` and `output`. */
const LISTS: ReadonlySet<string> = new Set(['input', 'output'])

function collect(record: Json, into: Set<string>): void {
  const { file_id: id, file_ids: ids } = record
  if (typeof id === 'string') into.add(id)
  if (Array.isArray(ids)) for (const one of ids) if (typeof one === 'string') into.add(one)
  for (const name of INSIDE) {
    const inside = record[name]
    if (Array.isArray(inside)) for (const one of inside) collect(asRecord(one), into)
    else if (!LISTS.has(name)) {
      const only = asRecord(inside)
      if (Object.keys(only).length > 0) collect(only, into)
    }
  }
}
