import type { Dimension } from '../../../../src/contract/usage.ts'
import type { Scope } from '../scope.ts'
import { many, type Search, type SearchPatch } from '../search-params.ts'
import { NO_FLOORS } from './floors.ts'

/** What a scope may group and filter by, in the order it is offered. */
export const DIMENSIONS_OF = {
  user: ['key', 'model', 'client', 'status'],
  admin: ['user', 'key', 'model', 'provider', 'endpoint', 'credential', 'client', 'status'],
} as const satisfies Record<Scope, readonly Dimension[]>

/** The filters in force: for each dimension the values that are wanted. */
export type Filters = Readonly<Partial<Record<Dimension, readonly string[]>>>

/** Reads the filters of a scope from search parameters. */
export function readFilters(search: Search, scope: Scope): Filters {
  const found = DIMENSIONS_OF[scope].map((dimension) => [dimension, many(search, dimension)] as const)
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
export function noFilters(scope: Scope): SearchPatch {
  return { ...Object.fromEntries([...DIMENSIONS_OF[scope], 'q'].map((name) => [name, null])), ...NO_FLOORS }
}
