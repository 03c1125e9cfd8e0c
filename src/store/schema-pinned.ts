import type { PinKind } from '../core/pin.ts'

/** Something that an upstream keeps for a user; times are epoch milliseconds, UTC. */
export type PinnedRow = {
  id: string
  kind: PinKind
  user_id: string
  key_id: string
  provider_id: string
  endpoint_id: string
  credential_id: string
  model: string | null
  size: number | null
  input_tokens: number | null
  output_tokens: number | null
  expected_nanos: bigint | null
  multiplier_micros: bigint | null
  created_at: number
  billed_at: number | null
}
