import type { Bounds } from './bounds.ts'
import type { TargetEntry } from './directory.ts'
import type { GatewayError } from './errors.ts'
import type { Nanos } from './money.ts'
import type { RelayPolicy } from './policy.ts'
import type { ProtocolId } from './protocol.ts'
import type { Hindrance, SkipReason } from './records.ts'
import type { CredentialHealth, EndpointHealth, OrderReason, Strategy } from './routing.ts'

/** Whose conversation it is, and what they may use by any key. */
export type SimulatedCaller = Bounds & { userId: string }

/** What of the operator's policy decides whom a request is sent to. */
export type SimulatedPolicy = Pick<RelayPolicy, 'strategy' | 'affinityMs' | 'maxAttempts'>

/** A request to be planned. */
export type SimulationRequest = {
  /** The key it is made with, or who makes it with any key. */
  caller: { keyId: string } | SimulatedCaller
  model: string
  protocol: ProtocolId
  stream: boolean
  /** As the client names its conversation; absent: a new one. */
  session?: string | undefined
  /** How long its input is; absent: nothing is said of cost. */
  inputTokens?: number | undefined
  /** What of the policy is to be otherwise than it is. */
  policy: Partial<SimulatedPolicy>
}

/** What would become of one way to reach a model. `position` counts from 1; null when it would not be asked. */
export type Fate = {
  target: TargetEntry
  protocol: ProtocolId
  position: number | null
  reason: SkipReason | null
  /** Why it is skipped in numbers, where it has some. */
  hindrance: Hindrance | undefined
  /** What put it behind the one before it; null for the first, and for what is not asked. */
  behind: OrderReason | null
  /** How likely it is to go first of those between which weights alone decide, from 0 to 1; null for what is not asked. */
  share: number | null
  /** How long ago it answered this conversation; null where it did not, or where that does not count. */
  answeredMs: number | null
  credential: CredentialHealth | undefined
  endpoint: EndpointHealth | undefined
  latencyMs: number | null
  /** What the provider would charge for the input, nothing of it being cached; null where no length was given. */
  costNanos: Nanos | null
}

/** What a request would meet. `refusal` is what its caller would be told if nobody could be asked; null when somebody can. */
export type Simulation = {
  model: string
  strategy: Strategy
  maxAttempts: number
  fates: readonly Fate[]
  refusal: GatewayError | null
}

/** A simulation with when it was made, in epoch milliseconds, and how long that took. */
export type TimedSimulation = Simulation & { at: number; tookMs: number }
