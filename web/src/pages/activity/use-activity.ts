import { useQuery } from '@tanstack/react-query'
import {
  ACTIVITY_GROUPS,
  activitySummary,
  listActivity,
  type ActivityGroup,
} from '../../../../src/contract/activity.ts'
import { ask } from '../../lib/query.ts'
import { many, one, useSearchParams, type Search } from '../../lib/search-params.ts'
import { usePeriod } from '../../lib/traffic/use-period.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useStandingTime } from '../../lib/use-standing-time.ts'

/** The groups to filter by, as they stand in the address under `kind`. */
export const GROUPS = Object.keys(ACTIVITY_GROUPS) as readonly ActivityGroup[]
/** How an event may have ended, as `outcome` in the address; without it both are listed. */
export const OUTCOMES = ['done', 'failed'] as const
type Outcome = (typeof OUTCOMES)[number]

/** What the list is filtered by, its time aside. */
export type Filter = { groups: readonly ActivityGroup[]; outcome: Outcome | null; q: string | undefined }

function filterIn(search: Search): Filter {
  const asked = many(search, 'kind')
  const outcome = one(search, 'outcome')
  return {
    groups: GROUPS.filter((group) => asked.includes(group)),
    outcome: OUTCOMES.find((known) => known === outcome) ?? null,
    q: one(search, 'q'),
  }
}

/** Search parameters without any filter. */
export const NO_FILTER = { kind: null, outcome: null, q: null } as const

/** The list and its figures as the address asks for them. */
export function useActivity() {
  const [search] = useSearchParams()
  const time = usePeriod('30d')
  const filter = filterIn(search)
  const { from, to, asked } = useStandingTime(time.range, time.present)
  const tz = time.present.zone
  const query = {
    ...asked,
    ...(filter.groups.length > 0 ? { kind: [...filter.groups] } : {}),
    ...(filter.outcome === null ? {} : { outcome: filter.outcome }),
    ...(filter.q === undefined ? {} : { q: filter.q }),
  }
  const list = usePages(listActivity, { query })
  const summary = useQuery(ask(activitySummary, { query: { from, to, tz } }))
  return { time, filter, query: { ...query, tz }, ...list, summary }
}
