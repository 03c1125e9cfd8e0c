import type { SettingKey } from '../../../../src/contract/settings.ts'

/** The settings that stand beside the simulation, in their order; the others of their group are in the system settings alone. */
export const ROUTED_BY: readonly SettingKey[] = [
  'relay.strategy',
  'relay.affinity_minutes',
  'relay.max_attempts',
  'relay.retry_percent',
  'relay.first_token_s',
  'relay.breaker_failures',
  'relay.breaker_percent',
  'relay.breaker_first_s',
  'relay.breaker_most_s',
  'relay.cooling_s',
  'relay.hedge_ms',
]
