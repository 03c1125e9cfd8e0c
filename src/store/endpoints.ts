import type { Kysely } from 'kysely'
import { newId } from '../core/ids.ts'
import type { Capability, Dialect } from '../core/protocol.ts'
import type { EndpointTimes } from './provider-view.ts'
import type { EndpointRow } from './schema-providers.ts'
import type { Tables } from './schema.ts'

/** What is left out stays as it is. */
type TimesInput = Omit<EndpointTimes, 'connectMs'> & { connectMs?: number | null | undefined }

/** With an id that row of the provider is changed; without one a new row is made, which takes the id of one for the same dialect and address. */
export type EndpointInput = {
  id?: string | undefined
  dialect: Dialect
  baseUrl: string
  capabilities: readonly Capability[]
  /** What is not given stays as it is; null means the gateway's own. */
  times?: TimesInput | undefined
  maxConcurrency?: number | null | undefined
}

/** The rows that a list stands for, or the id it names that is not of this provider. */
export function planEndpoints(
  providerId: string,
  present: readonly EndpointRow[],
  list: readonly EndpointInput[],
  now: number,
): { rows: EndpointRow[] } | { unknown: string } {
  const known = new Map(present.map((row) => [row.id, row]))
  const stray = list.find((input) => input.id !== undefined && !known.has(input.id))
  if (stray?.id !== undefined) return { unknown: stray.id }
  const named = new Set(list.map(({ id }) => id))
  const free = present.filter(({ id }) => !named.has(id))
  return {
    rows: list.map((input) => ({
      id: input.id ?? takeSame(free, input)?.id ?? newId(now),
      provider_id: providerId,
      dialect: input.dialect,
      base_url: input.baseUrl,
      capabilities: JSON.stringify(input.capabilities),
      ...limitsOf(input, known.get(input.id ?? '')),
    })),
  }
}

/** The first row for the same dialect and address, which nobody else takes then: what history and the relay know of it stays with it. */
function takeSame(free: EndpointRow[], { dialect, baseUrl }: EndpointInput): EndpointRow | undefined {
  const at = free.findIndex((row) => row.dialect === dialect && row.base_url === baseUrl)
  return at < 0 ? undefined : free.splice(at, 1)[0]
}

type LimitColumns = Pick<
  EndpointRow,
  'connect_ms' | 'headers_ms' | 'first_token_ms' | 'idle_ms' | 'total_ms' | 'max_concurrency'
>

function limitsOf({ times, maxConcurrency }: EndpointInput, old: EndpointRow | undefined): LimitColumns {
  const connectMs = times?.connectMs === undefined ? old?.connect_ms : times.connectMs
  const atOnce = maxConcurrency === undefined ? old?.max_concurrency : maxConcurrency
  return {
    connect_ms: connectMs ?? null,
    headers_ms: (times ? times.headersMs : old?.headers_ms) ?? null,
    first_token_ms: (times ? times.firstTokenMs : old?.first_token_ms) ?? null,
    idle_ms: (times ? times.idleMs : old?.idle_ms) ?? null,
    total_ms: (times ? times.totalMs : old?.total_ms) ?? null,
    max_concurrency: atOnce ?? null,
  }
}

/** Puts these endpoints in place of those the provider had. */
export async function writeEndpoints(tx: Kysely<Tables>, providerId: string, rows: readonly EndpointRow[]) {
  await tx.deleteFrom('endpoint').where('provider_id', '=', providerId).execute()
  if (rows.length > 0) await tx.insertInto('endpoint').values(rows).execute()
}

/** Where the secrets of a provider may go: the origins of its endpoints, sorted, each once. */
export function originsOf(endpoints: readonly { base_url: string }[]): string[] {
  return [...new Set(endpoints.map((endpoint) => new URL(endpoint.base_url).origin))].toSorted()
}
