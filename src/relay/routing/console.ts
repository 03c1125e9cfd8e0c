import type { ProtocolId } from '../../core/protocol.ts'
import type { CredentialHealth, EndpointHealth } from '../../core/routing.ts'
import type { Clock } from '../../core/time.ts'
import { assertUsable } from '../authenticate.ts'
import type { Directory } from '../directory.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Routing } from './routing.ts'
import { simulate, type Simulation } from './simulate.ts'

/** What an operator may see of the routing, and do about it. */
type ConsoleRouting = {
  credential(id: string): CredentialHealth | undefined
  endpoint(id: string): EndpointHealth | undefined
  recover(credentialId: string): void
  /** Plans a request of a key, or of anybody; throws where the key or the model would be refused. */
  simulate(asked: { keyId: string | null; model: string; protocol: ProtocolId; stream: boolean }): Simulation
}

/** The routing as the console is handed it. */
export function routingForConsole(parts: { directory: Directory; routing: Routing; clock: Clock }): ConsoleRouting {
  const { directory, routing, clock } = parts
  const { health } = routing
  return {
    credential: (id) => health.credential(id),
    endpoint: (id) => health.endpoint(id),
    recover: (id) => health.recover(id),
    simulate({ keyId, ...asked }) {
      const caller = keyId === null ? { allowModels: null } : usable(keyId)
      // The dice fall as they would on average: among equals the heavier goes first.
      return simulate({ ...asked, caller, at: clock.now() }, { directory, routing, dice: () => 0.5 })
    },
  }

  function usable(keyId: string) {
    const caller = directory.keyById(keyId)
    if (!caller) throw new GatewayError('key_invalid')
    return assertUsable(caller, clock.now())
  }
}
