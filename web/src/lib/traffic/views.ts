import type { SavedView } from '../../../../src/contract/preferences.ts'
import { one, many, parseSearch, stringifySearch, type Search, type SearchPatch } from '../search-params.ts'

/** What views are of: the figures, or the list of requests. */
export type Place = 'overview' | 'requests'

const TIME = ['range', 'from', 'to'] as const
const FILTERS = ['user', 'key', 'model', 'provider', 'endpoint', 'credential', 'client', 'status'] as const

/** What a view is made of; the rest of the address (what is open, what is live) is not. */
const PARAMS_OF = {
  overview: [...TIME, ...FILTERS, 'by', 'metric', 'within', 'bucket', 'cmp'],
  requests: [...TIME, ...FILTERS, 'q', 'min_cost', 'min_ttft', 'cols'],
} as const satisfies Record<Place, readonly string[]>

/** The views everybody has. */
export const BUILT_IN = {
  all: {},
  failed: { status: ['failed', 'refused'] },
  costly: { min_cost: '0.1' },
  slow: { min_ttft: '3000' },
} as const satisfies Record<string, Search>
export type BuiltIn = keyof typeof BUILT_IN

/** Those that mean something there: figures know no least cost and wait. */
export const BUILT_IN_OF = {
  overview: ['all', 'failed'],
  requests: ['all', 'failed', 'costly', 'slow'],
} as const satisfies Record<Place, readonly BuiltIn[]>

/** The part of an address that a view would keep. */
export function viewOf(search: Search, place: Place): Search {
  return Object.fromEntries(
    PARAMS_OF[place].flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  )
}

/** A view as it is stored; of the list those are that name no place. */
export const toStored = (name: string, search: Search, place: Place): SavedView => ({
  name,
  search: stringifySearch({ ...(place === 'overview' && { tab: place }), ...viewOf(search, place) }),
})

/** What a stored view asks for, and what it is of. */
export function fromStored(view: SavedView): { search: Search; place: Place } {
  const stored = parseSearch(view.search)
  const place = one(stored, 'tab') === 'overview' ? 'overview' : 'requests'
  return { search: viewOf(stored, place), place }
}

/** Whether two views ask for the same. The time a built-in view leaves open does not count. */
export function isSameView(one_: Search, other: Search): boolean {
  const names = new Set([...Object.keys(one_), ...Object.keys(other)])
  return [...names].every((name) => many(one_, name).toSorted().join('\n') === many(other, name).toSorted().join('\n'))
}

/** A view without its time. */
export function withoutTime(view: Search): Search {
  return Object.fromEntries(Object.entries(view).filter(([name]) => !TIME.some((part) => part === name)))
}

/** The changes that show a view; all it does not name goes, but for the time, which a view without one leaves alone. */
export function patchFor(view: Search, place: Place): SearchPatch {
  const timed = TIME.some((name) => one(view, name) !== undefined)
  const names = PARAMS_OF[place].filter((name) => timed || !TIME.some((part) => part === name))
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
