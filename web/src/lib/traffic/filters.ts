import type { Dimension } from '../../../../src/contract/usage.ts'
import type { Scope } from '../scope.ts'
import { many, type Search, type SearchPatch } from '../search-params.ts'
import { NO_FLOORS } from './floors.ts'

/** Who reads: administrators everybody's requests, users their own, and some of these are `told` which provider answered. */
export type Reader = Scope | 'told'

/** What a reader may group and filter by, in the order it is offered. */
export const DIMENSIONS_OF = {
  user: ['key', 'model', 'client', 'status'],
  told: ['key', 'model', 'provider', 'client', 'status'],
  admin: ['user', 'key', 'model', 'provider', 'endpoint', 'credential', 'client', 'status'],
} as const satisfies Record<Reader, readonly Dimension[]>

/** The filters in force: for each dimension the values that are wanted. */
export type Filters = Readonly<Partial<Record<Dimension, readonly string[]>>>

/** Reads the filters of a reader from search parameters. */
export function readFilters(search: Search, reader: Reader): Filters {
  const found = DIMENSIONS_OF[reader].map((dimension) => [dimension, many(search, dimension)] as const)
  return Object.fromEntries(found.filter(([, values]) => values.length > 0))
}

/** The filters as a query of the API. */
export function filterQuery(filters: Filters): Partial<Record<Dimension, string[]>> {
  return Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, [...values]]))
}

/** The values of a dimension with one put in or taken out. */
export function toggled(filters: Filters, dimension: Dimension, value: string): string[] {
  const values = filters[dimension] ?? []
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
}

/** Search parameters that take every filter away. */
export function noFilters(reader: Reader): SearchPatch {
  return { ...Object.fromEntries([...DIMENSIONS_OF[reader], 'q'].map((name) => [name, null])), ...NO_FLOORS }
}
