import { skipSpace, type Span, splice, topLevelSpans } from '../core/json.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const SPACE: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d])

/** A JSON object with some top-level fields set at its beginning, and those that are null gone. */
export function withFields(body: Uint8Array, fields: Readonly<Record<string, string | null>>): Uint8Array {
  const spans = topLevelSpans(body, new Set(Object.keys(fields)))
  const set = Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [`"${name}":"${value}",`]))
  const open = body.indexOf(0x7b) + 1
  const out = membersAt(body, [...(spans?.values() ?? [])].flat())
  return splice(body, [{ start: open, end: open, with: Buffer.from(set.join('')) }, ...out])
}

/** A JSON object with a top-level field under another name. */
export function withName(body: Uint8Array, name: string, other: string): Uint8Array {
  const values = topLevelSpans(body, new Set([name]))?.get(name) ?? []
  const keys = values.map((value) => keyBefore(body, value))
  return splice(
    body,
    keys.map(({ start, end }) => ({ start: start + 1, end, with: Buffer.from(other) })),
  )
}

type Member = Span & { isLast: boolean }

/** The edits that take members of an object out by their values: those that follow one another as one, with one comma. */
function membersAt(body: Uint8Array, values: readonly Span[]): (Span & { with: Uint8Array })[] {
  const runs: Member[] = []
  for (const value of values.toSorted((one, other) => one.start - other.start)) {
    const member = memberAt(body, value)
    const run = runs.at(-1)
    if (run && skipSpace(body, run.end) === member.start) runs[runs.length - 1] = { ...member, start: run.start }
    else runs.push(member)
  }
  return runs.map(({ start, end, isLast }) => {
    return { start: isLast ? commaBefore(body, start) : start, end, with: Buffer.alloc(0) }
  })
}

/** A member of an object from its key to the comma that follows it; the last one has none. */
function memberAt(body: Uint8Array, value: Span): Member {
  const { start } = keyBefore(body, value)
  const next = skipSpace(body, value.end)
  return body[next] === COMMA ? { start, end: next + 1, isLast: false } : { start, end: value.end, isLast: true }
}

/** Where the quotes around the key of a value stand. */
function keyBefore(body: Uint8Array, value: Span): Span {
  const end = body.lastIndexOf(QUOTE, value.start - 1)
  return { start: body.lastIndexOf(QUOTE, end - 1), end }
}

/** Where the comma before a member stands; the member itself when it is the first. */
function commaBefore(body: Uint8Array, start: number): number {
  let at = start
  while (SPACE.has(body[at - 1])) at -= 1
  return body[at - 1] === COMMA ? at - 1 : start
}
