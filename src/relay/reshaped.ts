import type { TargetEntry } from '../core/directory.ts'
import { splice, topLevelSpans } from '../core/json.ts'
import type { ProtocolId } from '../core/protocol.ts'
import type { Addressed } from '../protocols/protocol.ts'
import { descriptorOf } from '../providers/all.ts'
import { reshapeOf } from '../providers/provider.ts'

type Asked = { target: TargetEntry; protocol: ProtocolId; stream: boolean }

/** A call as a vendor's own server takes it, where that is not the protocol's way; everything not named there stays, byte for byte. */
export function reshaped(addressed: Addressed, { target, protocol, stream }: Asked): Addressed {
  const { provider, endpoint, upstreamName } = target
  const shape = reshapeOf(descriptorOf(provider.preset), endpoint.dialect, protocol)
  if (!shape) return addressed
  const model = upstreamName.split('/').map(encodeURIComponent).join('/')
  const verb = addressed.path.slice(addressed.path.lastIndexOf(':') + 1)
  const template = (stream && shape.streamPath) || shape.path
  const path = template.replaceAll(/\{(model|verb)\}/g, (_whole, name) => (name === 'model' ? model : verb))
  return { ...addressed, path, body: shape.fields ? withFields(addressed.body, shape.fields) : addressed.body }
}

const QUOTE = 0x22
const COMMA = 0x2c
const SPACE: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d])

/** A JSON object with some top-level fields set at its beginning, and those that are null gone. */
function withFields(body: Uint8Array, fields: Readonly<Record<string, string | null>>): Uint8Array {
  const spans = topLevelSpans(body, new Set(Object.keys(fields)))
  const set = Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [`"${name}":"${value}",`]))
  const open = body.indexOf(0x7b) + 1
  const edits = [{ start: open, end: open, with: Buffer.from(set.join('')) }]
  const found = [...(spans?.values() ?? [])].flat().toSorted((one, other) => one.start - other.start)
  for (const span of found) {
    const { start, end } = memberAt(body, span)
    // The comma between two that go is taken once.
    edits.push({ start: Math.max(start, edits.at(-1)?.end ?? start), end, with: Buffer.alloc(0) })
  }
  return splice(body, edits)
}

/** A member of an object from its key to the comma that follows it, or from the comma before it when it is the last. */
function memberAt(body: Uint8Array, value: { start: number; end: number }): { start: number; end: number } {
  const closing = body.lastIndexOf(QUOTE, value.start - 1)
  const key = body.lastIndexOf(QUOTE, closing - 1)
  let end = value.end
  while (SPACE.has(body[end])) end += 1
  if (body[end] === COMMA) return { start: key, end: end + 1 }
  let start = key
  while (SPACE.has(body[start - 1])) start -= 1
  return { start: body[start - 1] === COMMA ? start - 1 : key, end: value.end }
}
