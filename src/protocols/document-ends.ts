import { asRecord, type Json, parseJson } from '../core/json.ts'
import { stringEnd, stringStart } from './relayed-text.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const CLOSE_BRACE = 0x7d
/** What a byte adds to the depth it stands at, read forwards. */
const STEP: Readonly<Record<number, number>> = { 0x7b: 1, 0x5b: 1, 0x7d: -1, 0x5d: -1 }

/** The members of a JSON object that are whole in its first bytes. */
export function membersAtStart(bytes: Buffer): Json {
  let depth = 0
  let last = -1
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) at = stringEnd(bytes, at + 1)
    else if (byte === COMMA && depth === 1) last = at
    else depth += STEP[byte] ?? 0
  }
  return last < 0 ? {} : asRecord(parseJson(`${bytes.toString('utf8', 0, last)}}`))
}

/**
 * The members of a JSON object that are whole in its last bytes; undefined when the object does not end there. It is read
 * backwards: only its end says how deep a byte stands, and what is inside a text or a value of it cannot pass for a member.
 */
export function membersAtEnd(bytes: Buffer): Json | undefined {
  let at = bytes.length - 1
  while (at >= 0 && (bytes[at] ?? 0) <= 0x20) at -= 1
  if (bytes[at] !== CLOSE_BRACE) return undefined
  let depth = 0
  let first = -1
  for (; at >= 0; at -= 1) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) at = stringStart(bytes, at)
    else if (byte === COMMA && depth === 1) first = at
    else depth -= STEP[byte] ?? 0
  }
  if (first < 0) return {}
  const read = parseJson(`{${bytes.toString('utf8', first + 1)}`)
  return read === undefined ? undefined : asRecord(read)
}

/** No usage and no list of searches is longer. */
const MOST_CHARACTERS = 16 * 1024

/** The last object or list under a key, however deep it stands; undefined when there is none. Texts have their quotes escaped. */
export function lastUnder(bytes: Buffer, key: string): unknown {
  const at = bytes.lastIndexOf(`"${key}"`)
  if (at < 0) return undefined
  const text = bytes.toString('utf8', at, at + MOST_CHARACTERS)
  for (const { index } of text.matchAll(/[}\]]/g)) {
    const read = parseJson(`{${text.slice(0, index + 1)}}`)
    if (read !== undefined) return asRecord(read)[key]
  }
  return undefined
}
