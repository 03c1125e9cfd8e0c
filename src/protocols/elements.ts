import { elementSpans, type Json, type Span, topLevelSpans, valueAt } from '../core/json.ts'
import { findMark, type Mark } from '../core/marks.ts'

/** A span of a byte text, and what it becomes. */
export type Edit = Span & { with: Uint8Array }

const NOTHING = new Uint8Array()

/** A mark, and for one that stands elsewhere too what holds only where it is meant. */
export type Sought = Mark & { isMeant?: (text: Buffer, at: number) => boolean }

/** Tells of a part of a text whether any of some marks stands in it: what has none need not be gone through. */
export function whereMarked(text: Uint8Array, marks: readonly Sought[]): (part: Span) => boolean {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  return ({ start, end }) => marks.some((mark) => stands(bytes.subarray(start, end), mark))
}

function stands(text: Buffer, mark: Sought): boolean {
  let at = findMark(text, mark)
  while (at >= 0 && mark.isMeant?.(text, at) === false) at = findMark(text, mark, at + 1)
  return at >= 0
}

/** The whole of a text. */
export function wholeOf({ length }: Uint8Array): Span {
  return { start: 0, end: length }
}

/** The elements of each list that an object in well-formed JSON holds under a key: of one, unless the key stands twice. */
export function listsUnder(json: Uint8Array, object: Span, key: string): Span[][] {
  return spansUnder(json, object, [key]).map((list) => elementSpans(json, list))
}

/** Where the values of some keys of an object in well-formed JSON stand; none when it is no object. */
export function spansUnder(json: Uint8Array, { start, end }: Span, keys: readonly string[]): Span[] {
  const found = topLevelSpans(json.subarray(start, end), new Set(keys)) ?? new Map<string, Span[]>()
  return [...found.values()].flat().map((span) => ({ start: start + span.start, end: start + span.end }))
}

/** The values of some keys of an object in well-formed JSON; the rest of it stays unread. */
export function fieldsAt(json: Uint8Array, { start, end }: Span, keys: ReadonlySet<string>): Json {
  const object = json.subarray(start, end)
  const fields: Json = {}
  for (const [key, spans] of topLevelSpans(object, keys) ?? [])
    for (const span of spans) fields[key] = valueAt(object, span)
  return fields
}

/** The edits that take elements out of the list they stand in, each with one comma. */
export function takenOut(list: readonly Span[], out: ReadonlySet<Span>): Edit[] {
  let kept: Span | undefined
  return list.flatMap((element, i) => {
    if (!out.has(element)) {
      kept = element
      return []
    }
    const start = kept ? (list[i - 1] ?? element).end : element.start
    const end = kept ? element.end : (list[i + 1]?.start ?? element.end)
    return [{ start, end, with: NOTHING }]
  })
}

/**
 * The edits that take elements out of the lists that objects hold under a key; an object whose list had nothing else is taken
 * out as a whole. Only objects that may hold such elements are gone through.
 */
export function takenOutWithin(
  json: Uint8Array,
  asked: { objects: readonly Span[]; key: string; may: (part: Span) => boolean; isOut: (element: Span) => boolean },
): Edit[] {
  const { objects, key, may, isOut } = asked
  const empty = new Set<Span>()
  const inside = objects.filter(may).flatMap((object) =>
    listsUnder(json, object, key).flatMap((list) => {
      const out = new Set(list.filter((element) => may(element) && isOut(element)))
      if (out.size < list.length || out.size === 0) return takenOut(list, out)
      empty.add(object)
      return []
    }),
  )
  return [...inside, ...takenOut(objects, empty)]
}

/** Edits in the order in which they stand in the text. */
export function inOrder(edits: readonly Edit[]): Edit[] {
  return edits.toSorted((one, other) => one.start - other.start)
}
