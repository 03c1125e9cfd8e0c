import type { Json } from '../../core/json.ts'
import type { WebSearch } from './conversation.ts'
import { listAt, textAt } from './shape.ts'

type Bound = keyof WebSearch
type Told = { [Name in Bound]?: WebSearch[Name] | null }

/** A search with the bounds that say something. */
export function webSearchOf(told: Told): WebSearch {
  return Object.fromEntries(Object.entries(told).filter(([, bound]) => saysAnything(bound)))
}

function saysAnything(bound: Told[Bound]): boolean {
  if (typeof bound === 'object' && bound !== null) return Object.keys(bound).length > 0
  return bound !== undefined && bound !== null && bound !== ''
}

/** The domains listed at a place of the request. */
export function domainsAt(value: unknown, where: string): string[] {
  return listAt(value, where).map((domain, i) => textAt(domain, `${where}[${i}]`))
}

const PLACE = ['city', 'region', 'country', 'timezone'] as const

/** Where the user is, of an object that may tell it. */
export function placeIn(told: Json | null): Record<string, string> {
  return Object.fromEntries(
    PLACE.flatMap((name) => {
      const value = told?.[name]
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    }),
  )
}

const NAMES: Readonly<Record<Bound, string>> = {
  allowedDomains: 'web_search.allowed_domains',
  blockedDomains: 'web_search.blocked_domains',
  place: 'web_search.user_location',
  contextSize: 'web_search.search_context_size',
  maxUses: 'web_search.max_uses',
}

/** The names of what a search is bound to that is not among what can be said. */
export function unsaidBounds(search: WebSearch | null, sayable: readonly Bound[]): string[] {
  const said: ReadonlySet<string> = new Set(sayable)
  return Object.keys(search ?? {}).flatMap((bound) => (said.has(bound) ? [] : [NAMES[bound as Bound]]))
}
