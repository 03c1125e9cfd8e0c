import { expect, test } from 'vitest'
import type { Provider } from '../../../../src/contract/providers.ts'
import { editForm, editFormOf, editPatch, movesAway } from './edit-form.ts'

const provider: Provider = {
  id: 'p',
  slug: 'acme',
  name: 'Acme',
  preset: 'custom',
  status: 'active',
  priority: 1,
  weight: 1,
  multiplier: '1',
  allow_private: false,
  drain_on_abort: false,
  proxy: null,
  ca: null,
  http2: false,
  tells_balance: false,
  billing_type: 'plan',
  balance_alert: null,
  note: '',
  endpoints: [
    {
      id: 'e',
      dialect: 'openai',
      base_url: 'https://api.acme.example/v1',
      protocols: ['chat'],
      timeouts: { connect_ms: null, headers_ms: null, first_token_ms: null, idle_ms: null, total_ms: null },
      max_concurrency: null,
    },
  ],
  credentials: [
    {
      id: 'c',
      name: 'main',
      last4: 'a1B2',
      status: 'cooling',
      reason: '429',
      priority: 1,
      weight: 1,
      allow_models: null,
      last_used_at: null,
      balance: null,
      balance_failure: null,
    },
  ],
  routes: [],
  health: { credentials: [], endpoints: [] },
  version: 3,
  created_at: '2026-11-21T00:00:00.000Z',
}

const at = (base_url: string) => [{ id: 'e', dialect: 'openai' as const, base_url, protocols: ['chat' as const] }]

test('the inputs of a provider pass their own rules', () => {
  expect(editForm.safeParse(editFormOf(provider)).success).toBe(true)
})

test('another path keeps the secrets, another origin needs them again', () => {
  expect(movesAway(provider, at('https://api.acme.example/v2'))).toBe(false)
  expect(movesAway(provider, at('https://api.other.example/v1'))).toBe(true)
  expect(movesAway(provider, at('half typed'))).toBe(false)
})

test('secrets travel only with an address that moved, and empty ones never', () => {
  const form = { ...editFormOf(provider), secrets: [{ id: 'c', name: 'main', secret: ' s3cret ' }] }
  expect(editPatch(provider, form)).not.toHaveProperty('credentials')
  const moved = { ...form, endpoints: at('https://api.other.example/v1') }
  expect(editPatch(provider, moved).credentials).toMatchObject([{ id: 'c', secret: 's3cret', status: 'active' }])
  const empty = { ...moved, secrets: [{ id: 'c', name: 'main', secret: ' ' }] }
  expect(editPatch(provider, empty).credentials?.[0]).not.toHaveProperty('secret')
})

test('how long an endpoint may take is sent as it was typed, and what is no time is refused', () => {
  const form = editFormOf(provider)
  const [row] = editFormOf(provider).endpoints
  if (!row) throw new Error('the provider has no endpoint')
  const timed = (headers_ms: number) => ({
    ...form,
    endpoints: [{ ...row, timeouts: { ...NO_WAITS, headers_ms }, max_concurrency: 4 }],
  })
  expect(editForm.safeParse(timed(Number.NaN)).success).toBe(false)
  expect(editForm.safeParse(timed(50)).success).toBe(false)
  const sent = editPatch(provider, editForm.parse(timed(1500)))
  expect(sent.endpoints).toMatchObject([{ id: 'e', timeouts: { headers_ms: 1500, idle_ms: null }, max_concurrency: 4 }])
  expect(sent.drain_on_abort).toBe(false)
})

const NO_WAITS = { connect_ms: null, headers_ms: null, first_token_ms: null, idle_ms: null, total_ms: null }

test('a proxy goes as it is shown or typed, and one that was emptied is taken away', () => {
  const through = { ...provider, proxy: 'http://proxy.example:3128' }
  const form = editFormOf(through)
  expect(editPatch(through, form)).toMatchObject({ proxy: 'http://proxy.example:3128', ca: null, http2: false })
  expect(editPatch(through, { ...form, proxy: ' ' })).toMatchObject({ proxy: null })
  const other = 'socks5://ann:sesame@proxy.example:1080'
  expect(editPatch(through, { ...form, proxy: other })).toMatchObject({ proxy: other })
  expect(editForm.safeParse({ ...form, proxy: 'ftp://proxy.example' }).success).toBe(false)
  expect(editForm.safeParse({ ...form, proxy: '' }).success).toBe(true)
})

test('how a provider is paid is sent as it was chosen', () => {
  const form = editFormOf(provider)
  expect(editPatch(provider, form).billing_type).toBe('plan')
  expect(editPatch(provider, { ...form, billing_type: 'prepaid' }).billing_type).toBe('prepaid')
})

test('from what on little is left is typed as people type amounts, and nothing typed means that nobody is told', () => {
  const teller = { ...provider, tells_balance: true, balance_alert: '20.5' }
  const form = editFormOf(teller)
  expect(form.balance_alert).toBe('20.5')
  const sent = (balance_alert: string) => editPatch(teller, { ...form, balance_alert }).balance_alert
  expect([sent(' ¥1,200.50 '), sent('$7'), sent('')]).toEqual(['1200.50', '7', null])
  const isSound = (balance_alert: string) => editForm.safeParse({ ...form, balance_alert }).success
  expect(['', '0', '¥20', '-1', 'much', '1e9', '2000000000'].map(isSound)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
