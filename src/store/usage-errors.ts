import { type Kysely, sql, type SqlBool } from 'kysely'
import { namesOf } from './names.ts'
import type { Tables } from './schema.ts'
import { conditions, type UsageFilter } from './usage-filter.ts'

/** Model names are the callers' words, so the kinds of failure told apart by them need a bound. */
const MAX_KINDS = 5000
const MAX_GROUPS = 200

/** Failures of one status and class; `message` and `sampleId` are of the latest, `lastAt` is epoch milliseconds. */
export type UsageErrorGroup = {
  httpStatus: number
  errorClass: string
  message: string | null
  count: number
  topModel: string | null
  /** The provider it happened with most often; null where most were sent to nobody. */
  topProvider: { id: string; name: string } | null
  lastAt: number
  sampleId: string
}

/** Reads failures grouped by status and class from the request rows of the period, most frequent first. */
export async function errors(db: Kysely<Tables>, filter: UsageFilter): Promise<UsageErrorGroup[]> {
  const kinds = await failureKinds(db, filter).execute()
  const groups = [...Map.groupBy(kinds, (kind) => `${kind.http_status} ${kind.class}`).values()]
    .flatMap((own) => summed(own) ?? [])
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_GROUPS)
  const messages = await messagesOf(
    db,
    groups.map((group) => group.sampleId),
  )
  const names = await namesOf(
    db,
    'provider',
    groups.flatMap((group) => group.providerId ?? []),
  )
  return groups.map(({ providerId, ...group }) => ({
    ...group,
    topProvider: providerId === null ? null : { id: providerId, name: names.get(providerId) ?? '' },
    message: messages.get(group.sampleId) ?? null,
  }))
}

/**
 * Failures by what they are and with whom they happened, most frequent first, of equally many the latest, so that a list does not
 * change when it is asked for again. Said as the index of failures has it, which answers alone where nobody is looked for.
 */
export function failureKinds(db: Kysely<Tables>, filter: UsageFilter) {
  return db
    .selectFrom('request')
    .select((eb) => [
      'http_status',
      sql<string>`coalesce(error_class, ended_as)`.as('class'),
      sql<string>`coalesce(model, model_asked)`.as('asked'),
      'provider_id',
      eb.fn.countAll<number>().as('found'),
      eb.fn.max('at').as('last_at'),
      eb.fn.max('id').as('sample_id'),
    ])
    .where('at', '>=', filter.from)
    .where('at', '<', filter.to)
    .where(sql<SqlBool>`status in ('failed', 'refused')`)
    .where((eb) => eb.and(conditions(filter)))
    .groupBy(['http_status', 'class', 'asked', 'provider_id'])
    .orderBy('found', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('sample_id', 'desc')
    .limit(MAX_KINDS)
}

type Kind = {
  http_status: number
  class: string
  asked: string
  provider_id: string | null
  found: number
  last_at: number
  sample_id: string
}

type Group = Omit<UsageErrorGroup, 'message' | 'topProvider'> & { providerId: string | null }

/** The value that most of the failures have; of equals the one that comes first. */
function mostOf<T>(kinds: readonly Kind[], valueOf: (kind: Kind) => T): T | undefined {
  const counts = new Map<T, number>()
  for (const kind of kinds) counts.set(valueOf(kind), (counts.get(valueOf(kind)) ?? 0) + kind.found)
  const most = Math.max(...counts.values())
  return [...counts].find(([, count]) => count === most)?.[0]
}

/** The kinds come most frequent first, of equals the latest. */
function summed(kinds: readonly Kind[]): Group | undefined {
  const [top] = kinds
  if (!top) return undefined
  const latest = kinds.reduce((a, b) => (b.last_at > a.last_at ? b : a))
  return {
    httpStatus: top.http_status,
    errorClass: top.class,
    count: kinds.reduce((sum, kind) => sum + kind.found, 0),
    topModel: mostOf(kinds, ({ asked }) => asked) || null,
    providerId: mostOf(kinds, ({ provider_id: id }) => id) ?? null,
    lastAt: latest.last_at,
    sampleId: latest.sample_id,
  }
}

async function messagesOf(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('request').select(['id', 'error_message']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.error_message]))
}
