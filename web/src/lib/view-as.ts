import { adminViewUser } from '../../../src/contract/admin-users.ts'
import { call } from './call.ts'
import { queryClient } from './query.ts'
import { fetchMe } from './session.ts'
import { setViewing } from './viewing.ts'

/** Shows this tab the console as a user sees it. */
export async function viewAs({ id, name }: { id: string; name: string }): Promise<void> {
  const { token } = await call(adminViewUser, { params: { id } })
  await show({ id, name, token })
}

/** Shows the own account again. */
export const endView = (): Promise<void> => show(null)

// What was said of one account must not stand under the name of the other.
async function show(next: Parameters<typeof setViewing>[0]): Promise<void> {
  setViewing(next)
  queryClient.clear()
  await fetchMe()
}
