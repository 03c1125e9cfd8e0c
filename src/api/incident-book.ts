import type { Incident } from '../contract/catalogue.ts'
import { DAY_MS, MINUTE_MS } from '../core/time.ts'
import { HEALTH_TICK_MS } from '../store/tick-cells.ts'
import { gridOf } from './catalogue-view.ts'
import type { Deps } from './deps.ts'
import { readIncidents } from './incidents.ts'

const DAYS = 7
const STEP_MS = 2 * HEALTH_TICK_MS
/** Every user sees the same ones, and a week of ticks is much to read: they may be so old. */
const KEPT_MS = MINUTE_MS

/** What went wrong at some providers in the last week, the latest first; known for a minute once it was read. */
export function createIncidentBook({ store, clock }: Pick<Deps, 'store' | 'clock'>) {
  const pages = new Map<string, { at: number; incidents: Incident[] }>()
  return async (providers: readonly string[]): Promise<Incident[]> => {
    const now = clock.now()
    for (const [id, page] of pages) if (now - page.at >= KEPT_MS) pages.delete(id)
    const missing = providers.filter((id) => !pages.has(id))
    const grid = gridOf(now, DAYS * DAY_MS, STEP_MS)
    const series = await store.health.series({ ...grid, by: 'provider', providers: missing })
    const read = missing.map(async (id) => {
      const incidents = await readIncidents(store.health, id, series.get(id) ?? [], grid)
      pages.set(id, { at: now, incidents })
    })
    await Promise.all(read)
    return providers.flatMap((id) => pages.get(id)?.incidents ?? []).toSorted((a, b) => b.from.localeCompare(a.from))
  }
}
