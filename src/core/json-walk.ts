import {
  elementsOf,
  MAX_JSON_DEPTH,
  membersOf,
  OPEN_BRACE,
  OPEN_BRACKET,
  skipSpace,
  type Span,
  valueAt,
  valueEnd,
} from './json.ts'

/** How a JSON text is gone through: which values are taken, which are gone into, and which are stepped over. */
export type Walk = {
  /** What becomes of the value of a key; `under` is the key its object was gone into by, `isList` whether it is an array. */
  step(key: string, under: string, isList: boolean): 'take' | 'into' | 'past'
  taken(key: string, span: Span, under: string): void
}

/** Goes through a JSON text once, every member of a key that stands twice included; false when it is not well-formed where it went, or what was to be taken is not. */
export function walkJson(json: Uint8Array, walk: Walk): boolean {
  const end = walkValue(json, skipSpace(json, 0), walk, { under: '', depth: MAX_JSON_DEPTH })
  return end >= 0 && skipSpace(json, end) === json.length
}

function walkValue(
  json: Uint8Array,
  start: number,
  walk: Walk,
  { under, depth }: { under: string; depth: number },
): number {
  if (depth === 0) return -1
  const inside = { under, depth: depth - 1 }
  if (json[start] === OPEN_BRACKET) return elementsOf(json, start, (at) => walkValue(json, at, walk, inside))
  if (json[start] !== OPEN_BRACE) return valueEnd(json, start)
  return membersOf(json, start, (key, at) => {
    const step = walk.step(key, under, json[at] === OPEN_BRACKET)
    if (step === 'into') return walkValue(json, at, walk, { ...inside, under: key })
    const end = valueEnd(json, at)
    if (step !== 'take' || end < 0) return end
    const span = { start: at, end }
    // To a lenient parser it would say something all the same.
    if (valueAt(json, span) === undefined) return -1
    walk.taken(key, span, under)
    return end
  })
}
