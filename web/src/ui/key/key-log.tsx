import { listActivity } from '../../../../src/contract/activity.ts'
import { usePages } from '../../lib/use-pages.ts'
import { ActivityTrail } from '../activity-trail.tsx'

/** What was done to one of the own keys. */
export function KeyLog({ id }: { id: string }) {
  return <ActivityTrail list={usePages(listActivity, { query: { key: id } })} />
}
