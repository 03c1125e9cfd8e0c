import { useQuery } from '@tanstack/react-query'
import { listActivity, type ActivityEvent } from '../../../../src/contract/activity.ts'
import { DAY_MS } from '../../../../src/core/time.ts'
import { useMinute } from '../../lib/now.ts'
import { ask } from '../../lib/query.ts'

/** Failed sign-ins from one place with one device, the last of them first. */
export type Failure = Pick<ActivityEvent, 'ip' | 'user_agent' | 'at'> & { count: number }

const LOOK_BACK_MS = 7 * DAY_MS
const MOST = 100

/** The sign-ins of the last seven days that failed, by where they came from; not `known` before they were read. */
export type Failures = { known: boolean; count: number; places: readonly Failure[] }

/** Reads the sign-ins that failed. */
export function useFailures(): Failures {
  // From a midnight on, so that the question stays the same all day.
  const from = new Date(Math.floor((useMinute() - LOOK_BACK_MS) / DAY_MS) * DAY_MS).toISOString()
  const { data } = useQuery(ask(listActivity, { query: { kind: ['sign_in'], outcome: 'failed', from, limit: MOST } }))
  const events = data?.items ?? []
  return { known: data !== undefined, count: events.length, places: placesOf(events) }
}

/** Events of one address and one device together, in the order in which they come. */
export function placesOf(events: readonly Pick<ActivityEvent, 'ip' | 'user_agent' | 'at'>[]): Failure[] {
  const groups = Map.groupBy(events, ({ ip, user_agent: agent }) => `${ip} ${agent}`)
  return [...groups.values()].flatMap((group) => {
    const [last] = group
    return last ? [{ ip: last.ip, user_agent: last.user_agent, at: last.at, count: group.length }] : []
  })
}
