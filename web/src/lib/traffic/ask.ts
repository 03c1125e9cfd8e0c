import type { QueryInputOf } from '../../../../src/contract/endpoint.ts'
import { usageComposition } from '../../../../src/contract/composition.ts'
import { adminUsage, usage } from '../../../../src/contract/usage.ts'
import { ask } from '../query.ts'
import type { Scope } from '../scope.ts'

/** What the analytics calls are asked with: a period, a zone and filters. */
export type TrafficQuery = QueryInputOf<typeof usage.summary>
type SeriesQuery = QueryInputOf<typeof usage.series>
type BreakdownQuery = QueryInputOf<typeof usage.breakdown>
/** What lists of requests are asked with: also words to look for, a least cost and wait, and a page. */
export type RequestsQuery = QueryInputOf<typeof usage.requests>

/** The analytics calls of a scope: the own traffic, or everybody's under /admin. */
const callsOf = (scope: Scope) => (scope === 'admin' ? adminUsage : usage)

/** Totals of the period, and of the equally long one before. */
export const askSummary = (scope: Scope, query: TrafficQuery) => ask(callsOf(scope).summary, { query })
/** Figures over time, grouped by `by`; without `bucket` the server chooses how fine. */
export const askSeries = (scope: Scope, query: SeriesQuery) => ask(callsOf(scope).series, { query })
/** Totals of each value of `by`, costliest first. */
export const askBreakdown = (scope: Scope, query: BreakdownQuery) => ask(callsOf(scope).breakdown, { query })
/** The year of days up to the period’s end, and the hours of the week in the period. */
export const askHeatmap = (scope: Scope, query: TrafficQuery) => ask(callsOf(scope).heatmap, { query })
/** What the own traffic was charged for. */
export const askComposition = (query: TrafficQuery) => ask(usageComposition, { query })
/** Failures by status and class, most frequent first. */
export const askErrors = (scope: Scope, query: TrafficQuery) => ask(callsOf(scope).errors, { query })
/** One page of requests, newest first. */
export const askRequests = (scope: Scope, query: RequestsQuery) => ask(callsOf(scope).requests, { query })
/** One request with its bill and its attempts; 404 where it is not of the scope. */
export const askRequest = (scope: Scope, id: string) => ask(callsOf(scope).request, { params: { id } })

/** The endpoint of the requests of a scope, for lists that are read page by page. */
export const requestsOf = (scope: Scope) => callsOf(scope).requests
