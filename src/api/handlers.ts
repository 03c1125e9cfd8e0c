import { accountHandlers } from './accounts.ts'
import { adminKeyHandlers } from './admin-keys.ts'
import { adminUserHandlers } from './admin-users.ts'
import { authHandlers } from './auth.ts'
import type { Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { groupHandlers } from './groups.ts'
import { keyHandlers } from './keys.ts'
import { limitHandlers } from './limits.ts'
import { meHandlers } from './me.ts'
import { modelHandlers } from './models.ts'
import { priceHandlers } from './price-book.ts'
import { presetHandlers } from './presets.ts'
import { probeHandlers } from './probes.ts'
import { providerHandlers } from './providers.ts'
import { requestHandlers } from './requests.ts'
import { routingHandlers } from './routing.ts'
import { siteHandlers } from './site.ts'
import { createThrottle } from './throttle.ts'
import { usageHandlers } from './usage.ts'
import { userSessionHandlers } from './user-sessions.ts'
import { userTableHandlers } from './user-table.ts'

/** A handler for every endpoint of the contract; a missing one does not compile. */
export function allHandlers(deps: Deps): Handlers {
  const throttle = createThrottle(deps.clock)
  return {
    ...siteHandlers(deps),
    ...authHandlers(deps, throttle),
    ...meHandlers(deps, throttle),
    ...keyHandlers(deps, throttle),
    ...adminUserHandlers(deps, throttle),
    ...userSessionHandlers(deps),
    ...userTableHandlers(deps),
    ...accountHandlers(deps),
    ...adminKeyHandlers(deps, throttle),
    ...groupHandlers(deps, throttle),
    ...limitHandlers(deps, throttle),
    ...modelHandlers(deps),
    ...priceHandlers(deps),
    ...presetHandlers(deps),
    ...providerHandlers(deps),
    ...routingHandlers(deps),
    ...probeHandlers(deps),
    ...usageHandlers(deps),
    ...requestHandlers(deps),
  }
}
