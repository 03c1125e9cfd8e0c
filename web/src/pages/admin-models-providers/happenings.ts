import type { AuditEvent } from '../../../../src/contract/audit.ts'
import type { Incident } from '../../../../src/contract/catalogue.ts'
import type { MatrixRow } from '../../../../src/contract/overview.ts'

/** Something that happened to a provider: it did not do as usual, or somebody changed it. */
export type Happening = { key: string; at: string; provider: { id: string; name: string } } & (
  | { kind: 'incident'; incident: Incident }
  | { kind: 'act'; event: AuditEvent }
)

/** What happened to providers since a moment in epoch milliseconds, the latest first: their incidents, and what was done to them. */
export function happeningsOf(days: readonly MatrixRow[], events: readonly AuditEvent[], since: number): Happening[] {
  const incidents = days.flatMap(({ id, name, incidents: own }) =>
    own.map((incident): Happening => ({
      kind: 'incident',
      key: `${id} ${incident.from}`,
      at: incident.from,
      provider: { id, name },
      incident,
    })),
  )
  const acts = events.flatMap((event): Happening[] => {
    const { id, name } = event.target
    if (id === null) return []
    return [{ kind: 'act', key: event.id, at: event.at, provider: { id, name: name ?? id }, event }]
  })
  return [...incidents, ...acts]
    .filter(({ at }) => Date.parse(at) >= since)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}
