import type { SettingValues } from '../contract/settings.ts'
import type { CapturePolicy, RelayPolicy } from '../core/policy.ts'
import { MINUTE_MS, SECOND_MS } from '../core/time.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** What the settings mean for the relay. */
export function relayPolicy(values: SettingValues): RelayPolicy {
  return {
    tellProvider: values['relay.tell_provider'],
    maxAttempts: values['relay.max_attempts'],
    retryShare: values['relay.retry_percent'] / 100,
    hedgeMs: values['relay.hedge_ms'],
    breaker: {
      inARow: values['relay.breaker_failures'],
      share: values['relay.breaker_percent'] / 100,
      firstMs: values['relay.breaker_first_s'] * SECOND_MS,
      mostMs: values['relay.breaker_most_s'] * SECOND_MS,
    },
    strategy: values['relay.strategy'],
    affinityMs: values['relay.affinity_minutes'] * MINUTE_MS,
    coolingMs: values['relay.cooling_s'] * SECOND_MS,
    maxBodyBytes: values['relay.max_body_mib'] * MIB,
    capture: capturePolicy(values),
    clientIp: values['capture.client_ip'],
  }
}

/** The same while the disk is nearly full. */
export function policyWhenShort(values: SettingValues): RelayPolicy {
  const policy = relayPolicy(values)
  return values['capture.on_low_disk'] === 'stop' ? { ...policy, capture: null } : policy
}

function capturePolicy(values: SettingValues): CapturePolicy | null {
  const level = values['capture.level']
  if (level === 'BASIC') return null
  return {
    mostBytes: level === 'FULL' ? values['capture.max_kib'] * KIB : 0,
    failedOnly: values['capture.failed_only'],
    hidden: new Set(values['capture.redact']),
  }
}
