import type { Step } from './field-path.ts'

/** The fields that tell one element of a list from another, in the order they are looked for. */
const KEYS = [
  ['id'],
  ['name'],
  ['slug'],
  ['model'],
  ['model', 'upstream_name'],
  ['dialect'],
  ['dialect', 'base_url'],
  ['metric', 'window'],
  ['component'],
  ['component', 'above_tokens'],
  ['service'],
  ['service', 'above_tokens'],
  ['above_tokens'],
] as const
type Key = (typeof KEYS)[number]

/** An element of a list before and after, undefined where it was not there, and the step that leads to it. */
export type ListPair = { step: Step; before: unknown; after: unknown }

/** Which element after is which before: by what names them where they have such fields, else by their places. */
export function listPairs(before: readonly unknown[], after: readonly unknown[]): ListPair[] {
  const key = KEYS.find((one) => tells(one, before, after))
  const pairs = key === undefined ? byPlace(before, after) : byKey(key, before, after)
  const names = namesOf(pairs.map((pair) => pair.before ?? pair.after))
  return pairs.map((pair, at) => ({ step: names?.[at] ?? at, ...pair }))
}

/** What a key says of an element; undefined where it lacks a part of it. */
function saidBy(key: Key, element: unknown): string | undefined {
  const parts = key.map((field) => (element as Readonly<Record<string, unknown>> | null)?.[field])
  return parts.every((part) => typeof part === 'string' || typeof part === 'number') ? JSON.stringify(parts) : undefined
}

/** Whether a key tells all elements that were there apart, and of what is there now all that have it. */
function tells(key: Key, before: readonly unknown[], after: readonly unknown[]): boolean {
  const was = before.map((element) => saidBy(key, element))
  const is = after.map((element) => saidBy(key, element)).filter((said) => said !== undefined)
  const isNew = before.length === 0
  if (was.includes(undefined) || is.length < (isNew ? after.length : Math.min(1, after.length))) return false
  return new Set(was).size === was.length && new Set(is).size === is.length
}

const byPlace = (before: readonly unknown[], after: readonly unknown[]) =>
  Array.from({ length: Math.max(before.length, after.length) }, (_, at) => ({ before: before[at], after: after[at] }))

function byKey(key: Key, before: readonly unknown[], after: readonly unknown[]) {
  const known = new Set(before.map((element) => saidBy(key, element)))
  const stayed = before.map((element) => {
    const said = saidBy(key, element)
    return { before: element, after: after.find((one) => saidBy(key, one) === said) }
  })
  const added = after.filter((one) => !known.has(saidBy(key, one))).map((one) => ({ before: undefined, after: one }))
  return [...stayed, ...added]
}

/** What people know all elements by; an id says nothing to them. Undefined where no key tells all of them apart. */
function namesOf(elements: readonly unknown[]): Step[] | undefined {
  const [id, ...readable] = KEYS
  const key = [...readable, id].find((one) => tells(one, elements, []))
  return key && elements.map((element) => ({ named: wordsOf(key, element) }))
}

const wordsOf = (key: Key, element: unknown): string =>
  [...new Set(key.map((field) => String((element as Readonly<Record<string, unknown>>)[field])))].join(' · ')
