import type { Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { everybody, filterOf } from './scope.ts'

/** Who uses which client. */
export function clientUseHandlers({ store }: Deps): Pick<Handlers, 'adminClientUse'> {
  return {
    adminClientUse: async (call) => ({
      items: await store.usage.clients(filterOf(call.query, everybody(call))),
      next: null,
    }),
  }
}
