import type { Kysely } from 'kysely'
import { newId } from '../core/ids.ts'
import type { Capability, Dialect } from '../core/protocol.ts'
import type { EndpointRow, Tables } from './schema.ts'

/** Without an id a new row is made; with one, that row of the provider is changed. */
export type EndpointInput = {
  id?: string | undefined
  dialect: Dialect
  baseUrl: string
  capabilities: readonly Capability[]
}

/** The rows that a list stands for, or the id it names that is not of this provider. */
export function planEndpoints(
  providerId: string,
  present: readonly EndpointRow[],
  list: readonly EndpointInput[],
  now: number,
): { rows: EndpointRow[] } | { unknown: string } {
  const known = new Set(present.map((row) => row.id))
  const stray = list.find((input) => input.id !== undefined && !known.has(input.id))
  if (stray?.id !== undefined) return { unknown: stray.id }
  return {
    rows: list.map((input) => ({
      id: input.id ?? newId(now),
      provider_id: providerId,
      dialect: input.dialect,
      base_url: input.baseUrl,
      capabilities: JSON.stringify(input.capabilities),
    })),
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
