import type { KeyEntry, ModelEntry, TargetEntry } from '../../core/directory.ts'
import { ONE_MICROS } from '../../core/money.ts'
import type { RelayPolicy } from '../../core/policy.ts'
import { DEFAULT_STRATEGY, DEFAULT_TIMEOUTS } from '../../core/routing.ts'
import { HOUR_MS, MINUTE_MS, type Clock } from '../../core/time.ts'

/** A clock that stands still until a test moves it. */
type TestClock = Clock & { pass(ms: number): void }

/** Wall and monotonic time apart, so that mixing them up shows. */
export function testClock(): TestClock {
  let ms = 5_000
  return {
    now: () => Date.UTC(2026, 10, 20) + ms,
    monotonicMs: () => ms,
    pass: (more) => {
      ms += more
    },
  }
}

export const POLICY: RelayPolicy = {
  tellProvider: false,
  maxAttempts: 3,
  retryShare: 0.1,
  hedgeMs: 0,
  breaker: { inARow: 5, share: 0.5, firstMs: 5_000, mostMs: 60_000 },
  strategy: DEFAULT_STRATEGY,
  affinityMs: HOUR_MS,
  coolingMs: MINUTE_MS,
  maxBodyBytes: 1024 * 1024,
  capture: null,
  clientIp: 'full',
}

export const CALLER: KeyEntry = {
  id: 'k',
  hash: 'h',
  name: 'key',
  userId: 'u',
  groupId: null,
  billing: 'unlimited',
  status: 'active',
  userStatus: 'active',
  expiresAt: null,
  allowModels: null,
  allowProviders: null,
  allowIps: [],
  multiplierMicros: ONE_MICROS,
}

/** As this caller asks, for whom nothing is a last resort. */
export const ASKING = { userId: CALLER.userId }

export const MODEL: ModelEntry = {
  id: 'm',
  aliases: [],
  displayName: 'M',
  vendor: '',
  context: null,
  maxOutput: null,
  createdAt: 0,
  price: { version: 'v', rates: {}, tiers: [] },
  strategy: null,
}

type Facts = Partial<Omit<TargetEntry, 'provider' | 'endpoint' | 'credential'>> & {
  provider?: Partial<TargetEntry['provider']>
  endpoint?: Partial<TargetEntry['endpoint']>
  credential?: Partial<TargetEntry['credential']>
}

/** A way to reach the model by a provider of this name, with whatever a test says of it laid over. */
export function aTarget(name: string, { provider, endpoint, credential, ...facts }: Facts = {}): TargetEntry {
  return {
    model: 'm',
    enabled: true,
    upstreamName: 'm',
    priority: 1,
    weight: 1,
    timeouts: DEFAULT_TIMEOUTS,
    ...facts,
    provider: {
      id: name,
      name,
      preset: 'custom',
      multiplierMicros: ONE_MICROS,
      allowPrivate: false,
      drainOnAbort: false,
      ...provider,
    },
    endpoint: {
      id: `${name}-endpoint`,
      dialect: 'openai',
      baseUrl: 'https://a.example/v1',
      capabilities: ['chat'],
      maxConcurrency: null,
      ...endpoint,
    },
    credential: {
      id: `${name}-credential`,
      name: '',
      last4: '0000',
      secret: 's',
      priority: 1,
      weight: 1,
      allowModels: null,
      found: { status: 'active', reason: null, until: null },
      ...credential,
    },
  }
}
