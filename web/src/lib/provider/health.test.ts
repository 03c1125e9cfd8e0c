import { expect, test } from 'vitest'
import type { Provider } from '../../../../src/contract/providers.ts'
import { credentialShare, healthOf, modelShare } from './health.ts'

type Status = Provider['credentials'][number]['status']

function provider(status: Provider['status'], credentials: Status[], routes: { enabled: boolean; priced: boolean }[]) {
  return {
    id: 'p',
    slug: 'acme',
    name: 'Acme',
    preset: 'custom',
    status,
    priority: 1,
    weight: 1,
    multiplier: '1',
    allow_private: false,
    drain_on_abort: false,
    proxy: null,
    ca: null,
    http2: false,
    tells_balance: false,
    billing_type: 'postpaid',
    balance_alert: null,
    note: '',
    endpoints: [],
    credentials: credentials.map((state, at) => ({
      id: `c${at}`,
      name: 'main',
      last4: 'a1B2',
      status: state,
      reason: null,
      priority: 1,
      weight: 1,
      allow_models: null,
      last_used_at: null,
      balance: null,
      balance_failure: null,
    })),
    routes: routes.map((route, at) => ({ id: `r${at}`, model: `m${at}`, upstream_name: `m${at}`, ...route })),
    health: { credentials: [], endpoints: [] },
    version: 1,
    created_at: '2026-11-21T00:00:00.000Z',
  } satisfies Provider
}

const served = { enabled: true, priced: true }

test.each([
  ['disabled wins over everything else', provider('disabled', [], []), 'disabled', null],
  ['without a credential it is down', provider('active', [], [served]), 'down', { code: 'no_credential' }],
  [
    'with no usable credential it is down',
    provider('active', ['invalid', 'disabled'], [served]),
    'down',
    { code: 'credentials_down' },
  ],
  ['without a served model it is degraded', provider('active', ['active'], []), 'degraded', { code: 'no_model' }],
  [
    'credentials that failed make it degraded',
    provider('active', ['active', 'cooling', 'exhausted', 'disabled'], [served]),
    'degraded',
    { code: 'credentials_out', count: 2 },
  ],
  ['draining is degraded', provider('draining', ['active'], [served]), 'degraded', { code: 'draining' }],
  [
    'unpriced models are told, but it is fine',
    provider('active', ['active'], [served, { enabled: true, priced: false }]),
    'ok',
    { code: 'unpriced', count: 1 },
  ],
  ['a credential switched off by hand is no fault', provider('active', ['active', 'disabled'], [served]), 'ok', null],
] as const)('%s', (_, value, health, reason) => {
  expect(healthOf(value)).toEqual({ health, reason })
})

test('shares count what can be used, of all', () => {
  const value = provider('active', ['active', 'cooling'], [served, { enabled: false, priced: true }, served])
  expect(credentialShare(value)).toEqual({ usable: 1, total: 2 })
  expect(modelShare(value)).toEqual({ usable: 2, total: 3 })
})

const endpoints = ['a', 'b'].map((id) => ({
  id,
  dialect: 'openai' as const,
  base_url: 'https://acme.example',
  protocols: [],
  timeouts: { connect_ms: null, headers_ms: null, first_token_ms: null, idle_ms: null, total_ms: null },
  max_concurrency: null,
}))
const breakers = (...open: string[]) => ({
  credentials: [],
  endpoints: open.map((id) => ({ id, breaker: 'open' as const, until: null, in_flight: 0, parts: [] })),
})

test('endpoints whose circuit is open are no fine state', () => {
  const value = provider('active', ['active'], [served])
  const some = { ...value, endpoints, health: breakers('a') }
  expect(healthOf(some)).toEqual({ health: 'degraded', reason: { code: 'endpoints_out', count: 1 } })
  const all = { ...value, endpoints, health: breakers('a', 'b') }
  expect(healthOf(all)).toEqual({ health: 'down', reason: { code: 'endpoints_down' } })
})

test.each([
  ['errors', { code: 'failing', share: 0.4 }],
  ['slow', { code: 'slow' }],
] as const)('who does not do as usual lately is degraded: %s', (trouble, reason) => {
  const tick = {
    at: '2026-11-21T00:00:00.000Z',
    state: 'slow' as const,
    availability: 0.6,
    failed: 2,
    limited: 0,
    trouble,
  }
  const figures = { availability: 0.9, first_token_p50: 1, first_token_p95: 1, tokens_per_second: 1 }
  const lately = { status: 'degraded' as const, health: { ...figures, ticks: [tick] } }
  expect(healthOf(provider('active', ['active'], [served]), lately)).toEqual({ health: 'degraded', reason })
})
