import { adminListActivity, type AdminUser } from '../../../../src/contract/admin-users.ts'
import { usePages } from '../../lib/use-pages.ts'
import { ActivityTrail } from '../../ui/activity-trail.tsx'

/** What happened to an account. */
export function ActivityTab({ user }: { user: AdminUser }) {
  return <ActivityTrail list={usePages(adminListActivity, { params: { id: user.id } })} />
}
