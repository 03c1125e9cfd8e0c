import type { CredentialHealth, EndpointHealth, ProviderPart } from './routing.ts'
import type { SimulationRequest, TimedSimulation } from './simulation.ts'

/** What an operator may see of the routing, and do about it. */
export type ConsoleRouting = {
  /** Undefined while no request has looked at it. */
  credential(id: string): CredentialHealth | undefined
  endpoint(id: string): EndpointHealth | undefined
  /** Forgets what was found out about a credential, or closes an endpoint's breaker. */
  recover(part: ProviderPart): void
  /** Plans a request without making it; throws a GatewayError where the key or the model would be refused. `tookMs` is its own time. */
  simulate(request: SimulationRequest): TimedSimulation
}
