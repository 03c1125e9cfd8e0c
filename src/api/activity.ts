import {
  ACTIVITY_GROUPS,
  type ActivityEvent,
  type ActivityGroup,
  type ActivityKind,
  type ActivitySummary,
  FAILED_ACTIVITIES,
} from '../contract/activity.ts'
import type { Endpoints } from '../contract/all.ts'
import type { QueryOf } from '../contract/endpoint.ts'
import { DAY_MS, iso } from '../core/time.ts'
import type { ActivityCount, ActivityFilter, StoredActivity } from '../store/activity.ts'
import { bucketIndex, bucketStarts, dateOf, wallTime } from '../store/zone.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { invalid } from './errors.ts'
import { everyPage, exportFile, type FileAnswer } from './file.ts'
import { exportOf } from './trail.ts'
import { requireZone } from './zone.ts'

type ActivityHandlers = Pick<Handlers, 'listActivity' | 'activitySummary' | 'exportActivity'>

/** What happened to the own account. */
export function activityHandlers({ store }: Deps): ActivityHandlers {
  return {
    listActivity: async ({ caller, query }) => {
      const { items, next } = await store.activity.list(filterOf(caller.user.id, query), query)
      return { items: items.map(eventOf), next }
    },
    activitySummary: async ({ caller, query }) => {
      const period = { from: Date.parse(query.from), to: Date.parse(query.to) }
      requireZone('tz', query.tz)
      if (period.from >= period.to) throw invalid({ to: WRONG_ORDER })
      if (period.to - period.from > MOST_DAYS * DAY_MS) throw invalid({ to: TOO_LONG })
      const counts = await store.activity.counts({ userId: caller.user.id, ...period })
      return { groups: byGroup(counts), days: byDay(counts, period, query.tz) }
    },
    exportActivity: (call) => exportActivity(call, store),
  }
}

const WRONG_ORDER = { zh: '结束时间必须晚于开始时间', en: 'The end must come after the start' }
const MOST_DAYS = 400
const TOO_LONG = { zh: `最多 ${MOST_DAYS} 天`, en: `At most ${MOST_DAYS} days` }

type Filters = Omit<QueryOf<Endpoints['listActivity']>, 'limit' | 'cursor'>

function filterOf(userId: string, { kind, outcome, from, to, key, q }: Filters): ActivityFilter {
  return {
    userId,
    groups: kind,
    failed: outcome && outcome === 'failed',
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
    keyId: key,
    q,
  }
}

/** An event as its owner sees it. */
export function eventOf({ id, at, kind, details, ip, userAgent }: StoredActivity): ActivityEvent {
  return { id, at: iso(at), kind, outcome: outcomeOf(kind), details, ip, user_agent: userAgent }
}

function outcomeOf(kind: string): ActivityEvent['outcome'] {
  return FAILED_ACTIVITIES.some((failed) => failed === kind) ? 'failed' : 'done'
}

function byGroup(counts: readonly ActivityCount[]): ActivitySummary['groups'] {
  const sums = Object.fromEntries(Object.keys(ACTIVITY_GROUPS).map((group) => [group, 0])) as ActivitySummary['groups']
  for (const { kind, count } of counts) {
    const group = GROUP_OF.get(kind)
    if (group) sums[group] += count
  }
  return sums
}

const GROUP_OF = new Map<string, ActivityGroup>(
  Object.entries(ACTIVITY_GROUPS).flatMap(([group, kinds]: [string, readonly ActivityKind[]]) =>
    kinds.map((kind) => [kind, group as ActivityGroup] as const),
  ),
)

function byDay(
  counts: readonly ActivityCount[],
  period: { from: number; to: number },
  zone: string,
): ActivitySummary['days'] {
  const starts = bucketStarts(period, 'day', zone)
  const days = starts.map((start) => ({ date: dateOf(start, zone), done: 0, failed: 0 }))
  for (const { kind, at, count } of counts) {
    const day = days[bucketIndex(starts, at)]
    if (day) day[outcomeOf(kind)] += count
  }
  return days
}

const COLUMNS = ['id', 'at', 'local_time', 'time_zone', 'kind', 'outcome', 'ip', 'user_agent', 'details']
const PAGE = 200

async function exportActivity(call: Call<Endpoints['exportActivity']>, store: Deps['store']): Promise<FileAnswer> {
  const { user } = call.caller
  const { tz, format, ...filters } = call.query
  requireZone('tz', tz)
  const filter = filterOf(user.id, filters)
  await store.activity.record(exportOf(call, 'activity', format))
  const rows = everyPage((cursor) => store.activity.list(filter, { limit: PAGE, cursor }))
  return exportFile({ name: 'yumen-activity', format, columns: COLUMNS, rows: exportedRows(rows, tz) })
}

async function* exportedRows(rows: AsyncIterable<StoredActivity>, zone: string) {
  for await (const row of rows) {
    yield { ...eventOf(row), local_time: wallTime(row.at, zone), time_zone: zone }
  }
}
