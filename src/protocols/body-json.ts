import { parseAsked } from '../core/asked-json.ts'
import { asRecord, type Json, parseJson } from '../core/json.ts'

/** What a caller's body asks for, with its numbers as they are written; nothing where it is no JSON. Throws `body_invalid` for more values than it may consist of. */
export function askedIn(body: Uint8Array): Json {
  return asRecord(parseAsked(textOf(body)))
}

/** The fields of a body that is JSON, asked or answered; none where it is not. */
export function documentIn(body: Uint8Array): Json {
  return asRecord(parseJson(textOf(body)))
}

function textOf(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
}
