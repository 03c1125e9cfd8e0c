import { useQuery } from '@tanstack/react-query'
import { adminGetUser } from '../../../../src/contract/admin-users.ts'
import { ask } from '../../lib/query.ts'
import { useZone } from '../../lib/use-format.ts'

/** One account by its id; never another's while it is asked for. */
export function useAccount(id: string, enabled = true) {
  const zone = useZone()
  return useQuery({
    ...ask(adminGetUser, { params: { id }, query: { tz: zone } }),
    placeholderData: () => undefined,
    enabled,
  })
}
