import type { SavedView } from '../../../../src/contract/preferences.ts'
import { one, many, parseSearch, stringifySearch, type Search, type SearchPatch } from '../search-params.ts'

/** What a view of the request list is made of; the rest of the address (what is open, what is live) is not. */
const VIEW_PARAMS = [
  'range',
  'from',
  'to',
  'user',
  'key',
  'model',
  'provider',
  'client',
  'status',
  'q',
  'min_cost',
  'min_ttft',
  'cols',
] as const

/** The views everybody has. */
export const BUILT_IN = {
  all: {},
  failed: { status: ['failed', 'refused'] },
  costly: { min_cost: '0.1' },
  slow: { min_ttft: '3000' },
} as const satisfies Record<string, Search>
export type BuiltIn = keyof typeof BUILT_IN

/** The part of an address that a view would keep. */
export function viewOf(search: Search): Search {
  return Object.fromEntries(VIEW_PARAMS.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])))
}

/** A view as it is stored. */
export const toStored = (name: string, search: Search): SavedView => ({ name, search: stringifySearch(viewOf(search)) })

/** What a stored view asks for. */
export const fromStored = (view: SavedView): Search => viewOf(parseSearch(view.search))

/** Whether two views ask for the same. The time a built-in view leaves open does not count. */
export function isSameView(one_: Search, other: Search): boolean {
  return VIEW_PARAMS.every((name) => many(one_, name).toSorted().join('\n') === many(other, name).toSorted().join('\n'))
}

/** The time of an address, which a view without one of its own leaves alone. */
const TIME = ['range', 'from', 'to'] as const

/** The address without its time. */
export function withoutTime(search: Search): Search {
  return Object.fromEntries(Object.entries(viewOf(search)).filter(([name]) => !TIME.some((part) => part === name)))
}

/** The changes that show a view; all it does not name goes, but for the time. */
export function patchFor(view: Search): SearchPatch {
  const timed = TIME.some((name) => one(view, name) !== undefined)
  const names = VIEW_PARAMS.filter((name) => timed || !TIME.some((part) => part === name))
  return Object.fromEntries(names.map((name) => [name, view[name] ?? null]))
}

/** What still exists of what views name; undefined: not known, so that nothing is taken out. */
export type Known = Readonly<Partial<Record<'cols' | 'model' | 'key', readonly string[] | undefined>>>

/** A view without what is not there any more, and the names of that. */
export function fitting(view: Search, known: Known): { view: Search; gone: string[] } {
  const gone: string[] = []
  const kept = Object.entries(view).flatMap(([name, value]) => {
    const there = known[name as keyof Known]
    if (there === undefined) return [[name, value] as const]
    const values = many({ [name]: value }, name)
    const left = values.filter((one_) => there.includes(one_))
    gone.push(...values.filter((one_) => !there.includes(one_)))
    return left.length === 0 ? [] : [[name, left] as const]
  })
  return { view: Object.fromEntries(kept), gone }
}
