import type { Endpoints } from '../contract/all.ts'
import type { Cohort } from '../contract/cohorts.ts'
import { iso } from '../core/time.ts'
import { dateOf, lastPeriods } from '../store/zone.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { exportFile, type FileAnswer } from './file.ts'
import { exportOf } from './trail.ts'
import { requireZone } from './zone.ts'

/** Who came, stayed and left. */
export function cohortHandlers(deps: Deps): Pick<Handlers, 'adminCohorts' | 'adminExportCohorts'> {
  return {
    adminCohorts: async ({ query }) => ({
      items: await cohortsOf(query, deps),
      next: null,
      period: query.period,
    }),
    adminExportCohorts: (call) => exportCohorts(call, deps),
  }
}

type Query = Call<Endpoints['adminCohorts']>['query']

const FIRST_WEEKDAY: Readonly<Record<Query['week_start'], number>> = { monday: 0, sunday: 6 }

async function cohortsOf({ tz: zone, period, periods, week_start }: Query, deps: Deps): Promise<Cohort[]> {
  requireZone('tz', zone)
  const firstWeekday = FIRST_WEEKDAY[week_start]
  // One more in front: whoever left in the first of them was there before.
  const spans = lastPeriods(deps.clock.now(), { period, count: periods + 1, firstWeekday, zone })
  const found = await deps.store.usage.cohorts(spans)
  return found.map(({ from, to, active, new: fresh, returning, churned, retained }) => ({
    from: iso(from),
    to: iso(to),
    active,
    new: fresh,
    returning,
    churned,
    retained,
  }))
}

async function exportCohorts(call: Call<Endpoints['adminExportCohorts']>, deps: Deps): Promise<FileAnswer> {
  const { format, tz, period, periods } = call.query
  const found = await cohortsOf(call.query, deps)
  await deps.store.activity.record(exportOf(call, 'cohorts', format))
  const after = Array.from({ length: periods - 1 }, (_, n) => `retained_${n + 1}`)
  async function* rows() {
    for (const { from, to, retained, ...figures } of found) {
      const later = Object.fromEntries(after.map((name, n) => [name, retained[n] ?? null]))
      const days = { first_day: dateOf(Date.parse(from), tz), last_day: dateOf(Date.parse(to) - 1, tz) }
      yield { ...days, timezone: tz, ...figures, ...later }
    }
  }
  const columns = ['first_day', 'last_day', 'timezone', 'active', 'new', 'returning', 'churned', ...after]
  return exportFile({ name: `yumen-cohorts_${period}_${dateOf(deps.clock.now(), tz)}`, format, columns, rows: rows() })
}
