import type { RelayPolicy } from '../../core/policy.ts'
import type { CredentialHealth, EndpointHealth, ProviderPart } from '../../core/routing.ts'
import type { TimedSimulation } from '../../core/simulation.ts'
import type { Clock } from '../../core/time.ts'
import { assertUsable } from '../authenticate.ts'
import type { Directory } from '../directory.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Routing } from './routing.ts'
import { simulate, type Simulated } from './simulate.ts'

/** A request to be planned, and what of the operator's policy is to be otherwise than it is. */
type Asked = Omit<Simulated, 'at' | 'caller' | 'policy'> & {
  /** A key, or a user with what they may use by any key. */
  caller: { keyId: string } | Simulated['caller']
  policy: Partial<Simulated['policy']>
}

/** What an operator may see of the routing, and do about it. */
type ConsoleRouting = {
  credential(id: string): CredentialHealth | undefined
  endpoint(id: string): EndpointHealth | undefined
  recover(part: ProviderPart): void
  /** Plans a request of a key, or of a user with any key; throws where the key or the model would be refused. `tookMs` is its own time. */
  simulate(asked: Asked): TimedSimulation
}

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
