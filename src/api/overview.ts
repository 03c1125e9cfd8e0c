import type { Endpoints } from '../contract/all.ts'
import type { OverviewView } from '../contract/overview.ts'
import { iso, MINUTE_MS } from '../core/time.ts'
import { attentionNow } from './attention.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { healthMatrix } from './health-matrix.ts'
import { everybody, filterOf } from './scope.ts'

/** The operator's first look: what is wrong, what goes on now, and how every provider does. */
export function overviewHandlers(deps: Deps): Pick<Handlers, 'adminOverview' | 'adminHealthMatrix'> {
  return {
    adminOverview: (call) => overview(call, deps),
    adminHealthMatrix: async () => ({ items: await healthMatrix(deps), next: null }),
  }
}

const MINUTES = 30

async function overview(call: Call<Endpoints['adminOverview']>, deps: Deps): Promise<OverviewView> {
  const { store, clock, system } = deps
  const now = clock.now()
  const to = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS
  const minutes = await store.overview.minutes({ from: to - MINUTES * MINUTE_MS, to })
  const period = filterOf({ ...call.query, tz: 'UTC' }, everybody(call))
  return {
    at: iso(now),
    attention: await attentionNow(deps, await store.providers.list()),
    now: {
      open_requests: system.now().openRequests,
      minutes: minutes.map(({ at, ...sums }) => ({ at: iso(at), ...sums })),
    },
    users: await store.overview.users(period),
  }
}
