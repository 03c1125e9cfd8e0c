import type { QueryInputOf } from '../../../../src/contract/endpoint.ts'
import { adminUsage, usage } from '../../../../src/contract/usage.ts'
import { ask } from '../query.ts'
import type { Scope } from '../scope.ts'

/** What the analytics calls are asked with: a period, a zone and filters. */
export type TrafficQuery = QueryInputOf<typeof usage.summary>
export type SeriesQuery = QueryInputOf<typeof usage.series>
export type BreakdownQuery = QueryInputOf<typeof usage.breakdown>
export type RequestsQuery = QueryInputOf<typeof usage.requests>

/** The analytics calls of a scope: the own traffic, or everybody's under /admin. */
const callsOf = (scope: Scope) => (scope === 'admin' ? adminUsage : usage)

export const askSummary = (scope: Scope, query: TrafficQuery) => ask(callsOf(scope).summary, { query })
export const askSeries = (scope: Scope, query: SeriesQuery) => ask(callsOf(scope).series, { query })
export const askBreakdown = (scope: Scope, query: BreakdownQuery) => ask(callsOf(scope).breakdown, { query })
export const askHeatmap = (scope: Scope, query: TrafficQuery) => ask(callsOf(scope).heatmap, { query })
export const askErrors = (scope: Scope, query: TrafficQuery) => ask(callsOf(scope).errors, { query })
export const askRequests = (scope: Scope, query: RequestsQuery) => ask(callsOf(scope).requests, { query })
export const askRequest = (scope: Scope, id: string) => ask(callsOf(scope).request, { params: { id } })

/** The endpoint of the requests of a scope, for lists that are read page by page. */
export const requestsOf = (scope: Scope) => callsOf(scope).requests
