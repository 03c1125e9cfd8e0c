import { useQuery } from '@tanstack/react-query'
import { adminGetKey } from '../../../../src/contract/admin-keys.ts'
import { ask } from '../../lib/query.ts'
import { useZone } from '../../lib/use-format.ts'

/** One key by its id; never another while it is asked for. */
export function useKey(id: string, enabled = true) {
  const zone = useZone()
  return useQuery({
    ...ask(adminGetKey, { params: { id }, query: { tz: zone } }),
    placeholderData: () => undefined,
    enabled,
  })
}
