import { authHandlers } from './auth.ts'
import type { Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { keyHandlers } from './keys.ts'
import { meHandlers } from './me.ts'
import { modelHandlers } from './models.ts'
import { presetHandlers } from './presets.ts'
import { probeHandlers } from './probes.ts'
import { providerHandlers } from './providers.ts'
import { requestHandlers } from './requests.ts'
import { siteHandlers } from './site.ts'
import { createThrottle } from './throttle.ts'
import { usageHandlers } from './usage.ts'

/** A handler for every endpoint of the contract; a missing one does not compile. */
export function allHandlers(deps: Deps): Handlers {
  const throttle = createThrottle(deps.clock)
  return {
    ...siteHandlers(deps),
    ...authHandlers(deps, throttle),
    ...meHandlers(deps, throttle),
    ...keyHandlers(deps),
    ...modelHandlers(deps),
    ...presetHandlers(deps),
    ...providerHandlers(deps),
    ...probeHandlers(deps),
    ...usageHandlers(deps),
    ...requestHandlers(deps),
  }
}
