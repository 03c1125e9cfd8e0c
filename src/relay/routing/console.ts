import type { ConsoleRouting } from '../../core/console-routing.ts'
import { GatewayError } from '../../core/errors.ts'
import type { RelayPolicy } from '../../core/policy.ts'
import type { Clock } from '../../core/time.ts'
import { assertUsable } from '../authenticate.ts'
import type { Directory } from '../directory.ts'
import type { Routing } from './routing.ts'
import { simulate } from './simulate.ts'

type Parts = { directory: Directory; routing: Routing; clock: Clock; policy: () => RelayPolicy }

/** The routing as the console is handed it. */
export function routingForConsole({ directory, routing, clock, policy }: Parts): ConsoleRouting {
  const { health } = routing
  return {
    credential: (id) => health.credential(id),
    endpoint: (id) => health.endpoint(id),
    recover: (part) => health.recover(part),
    simulate({ caller: of, policy: changed, ...asked }) {
      const at = clock.now()
      const fromMs = clock.monotonicMs()
      const caller = 'keyId' in of ? usable(of.keyId) : of
      const request = { ...asked, caller, at, policy: { ...policy(), ...changed } }
      // The dice fall as they would on average: among equals the heavier goes first.
      const found = simulate(request, { directory, routing, dice: () => 0.5 })
      return { ...found, at, tookMs: clock.monotonicMs() - fromMs }
    },
  }

  function usable(keyId: string) {
    const caller = directory.keyById(keyId)
    if (!caller) throw new GatewayError('key_invalid')
    return assertUsable(caller, clock.now())
  }
}
