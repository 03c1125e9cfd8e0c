import type { FieldPath, Step } from './field-path.ts'
import { listPairs } from './list-pairs.ts'
import { sameJson } from '../../../src/core/same-json.ts'

/** A field of what was changed, by its path; undefined where there was none. */
export type FieldDiff = { path: FieldPath; before: unknown; after: unknown }

/** What a value at a path is told as where it is told whole; null where its parts are told one by one. */
type Wholes = (path: FieldPath) => ((value: unknown) => unknown) | null

/** What differs between before and after, field by field, and how many fields are the same in both. A field `after` does
 * not mention stays as it was: acts are kept with what was asked for, which names only what is to change. */
export function diffOf(before: unknown, after: unknown, wholes: Wholes = () => null) {
  const all = fieldsOf([], { before: before ?? undefined, after: after ?? undefined }, wholes)
  const changed = all.filter((field) => !sameJson(field.before, field.after))
  return { changed, same: all.length - changed.length }
}

type Sides = { before: unknown; after: unknown }

/** The fields of both sides by their paths, as `endpoints[0].base_url`. */
function fieldsOf(path: FieldPath, sides: Sides, wholes: Wholes): FieldDiff[] {
  const whole = wholes(path)
  if (whole !== null) {
    const told = (value: unknown) => (value === undefined ? undefined : whole(value))
    return [{ path, before: told(sides.before), after: told(sides.after) }]
  }
  if (!hasParts(sides.before) && !hasParts(sides.after)) {
    return path.length === 0 || (sides.before === undefined && sides.after === undefined) ? [] : [{ path, ...sides }]
  }
  const inList = Array.isArray(sides.before) || Array.isArray(sides.after)
  const parts = inList ? listPairs(elementsOf(sides.before), elementsOf(sides.after)) : partsOf(sides)
  return parts.flatMap(({ step, ...part }) => {
    const at = [...path, step]
    // What a list lost is one thing that is gone, however many fields it had.
    const isLost = Array.isArray(sides.after) && part.after === undefined && isObject(part.before)
    return isLost ? [{ path: at, ...part }] : fieldsOf(at, part, wholes)
  })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether it is more than one value: lists of plain words are told in one. */
const hasParts = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isObject) : isObject(value) && Object.keys(value).length > 0

const elementsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) && hasParts(value) ? value : [])

function partsOf({ before, after }: Sides): (Sides & { step: Step })[] {
  const [was, is] = [fieldMap(before), fieldMap(after)]
  const stays = isObject(after)
  return [...new Set([...was.keys(), ...is.keys()])].map((step) => ({
    step,
    before: was.get(step),
    after: stays && !is.has(step) ? was.get(step) : is.get(step),
  }))
}

const fieldMap = (value: unknown): Map<string, unknown> =>
  new Map(isObject(value) && hasParts(value) ? Object.entries(value) : [])
