import { useQuery } from '@tanstack/react-query'
import { adminKeyFigures } from '../../../../src/contract/admin-keys.ts'
import { adminUserFigures } from '../../../../src/contract/admin-users.ts'
import { adminListProviders } from '../../../../src/contract/providers.ts'
import { DAY_MS, SECOND_MS } from '../../../../src/core/time.ts'
import { useMinute } from '../../lib/now.ts'
import { ask } from '../../lib/query.ts'
import { askRequests } from '../../lib/traffic/ask.ts'
import { useZone } from '../../lib/use-format.ts'
import type { Found } from './steps.ts'

/** Ticks come by themselves while the page is open. */
const AGAIN_MS = 10 * SECOND_MS
const PERIOD_MS = 30 * DAY_MS

/** What the gateway has so far, asked for again and again. */
export function useFound() {
  const tz = useZone()
  const now = useMinute()
  const period = { from: new Date(now - PERIOD_MS).toISOString(), to: new Date(now).toISOString() }
  const live = { refetchInterval: AGAIN_MS }
  const providers = useQuery({ ...ask(adminListProviders), ...live })
  const users = useQuery({ ...ask(adminUserFigures, { query: { tz } }), ...live })
  const keys = useQuery({ ...ask(adminKeyFigures, { query: { tz } }), ...live })
  const requests = useQuery({ ...askRequests('admin', { ...period, limit: 1 }), ...live })
  const queries = [providers, users, keys, requests] as const
  const found =
    providers.data && users.data && keys.data && requests.data
      ? ({
          providers: providers.data.items,
          users: users.data,
          keys: keys.data,
          used: requests.data.items.length > 0,
        } satisfies Found)
      : undefined
  return {
    found,
    /** The latest request of anybody; undefined while there is none. */
    last: requests.data?.items[0],
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    retry: () => void Promise.all(queries.map(({ refetch }) => refetch())),
  }
}
