import { expect, test } from 'vitest'
import type { TargetEntry } from '../core/directory.ts'
import { NO_USAGE } from '../core/usage.ts'
import { anAttempt, aRequest } from '../store/test-records.ts'
import { exposition } from './exposition.ts'
import { metricsText, type Standing } from './metrics.ts'
import { RequestCounts } from './request-counts.ts'

const target = (credential: string, enabled = true) =>
  ({
    enabled,
    provider: { id: 'p1', name: 'Acme "East"' },
    endpoint: { id: 'e1' },
    credential: { id: credential },
  }) as TargetEntry

const STANDING: Standing = {
  version: '9.9.9',
  startedAt: 1_000,
  ready: true,
  openRequests: 3,
  journal: { bytes: 10, maxBytes: 100 },
  disk: { free: 5, total: 50 },
  memory: { rss: 7, heapUsed: 6 },
  busy: { processorMs: 2_500, loopMs: 500 },
  targets: [target('c1'), target('c1'), target('c2'), target('c3', false)],
  health: {
    credential: (id) => (id === 'c2' ? { status: 'invalid' } : undefined),
    endpoint: () => ({ breaker: 'open', inFlight: 4 }),
  },
}

const linesOf = (text: string) => text.split('\n')
const WAY = 'protocol="openai-chat",model="m1",provider="Acme \\"East\\"",provider_id="p1"'

function told(counts: RequestCounts): string[] {
  return linesOf(metricsText(counts, STANDING))
}

test('what stands now is told, each credential once, and none that is switched off', () => {
  const lines = told(new RequestCounts())
  expect(lines).toEqual(
    expect.arrayContaining([
      'yumen_build_info{version="9.9.9"} 1',
      'yumen_ready 1',
      'yumen_open_requests 3',
      'yumen_credentials{provider="Acme \\"East\\"",provider_id="p1",status="active"} 1',
      'yumen_credentials{provider="Acme \\"East\\"",provider_id="p1",status="invalid"} 1',
      'yumen_endpoints{provider="Acme \\"East\\"",provider_id="p1",breaker="open"} 1',
      'yumen_upstream_requests{provider="Acme \\"East\\"",provider_id="p1"} 4',
      'process_cpu_seconds_total 2.5',
      'yumen_event_loop_busy_seconds_total 0.5',
      'process_start_time_seconds 1',
    ]),
  )
  // Of what has no figure yet not even the name is told.
  expect(lines.join()).not.toContain('yumen_requests_total')
})

test('requests are counted by how they ended, with their tokens, durations and exact money', () => {
  const counts = new RequestCounts()
  const usage = { ...NO_USAGE, input: 10, cacheRead: 5, output: 20, requests: 1 }
  const attempts = [
    anAttempt({ errorClass: 'http_429', upstreamCostNanos: 1n }),
    anAttempt({ upstreamCostNanos: 3n }),
    anAttempt({ decision: 'skipped', reason: 'breaker' }),
  ]
  // More than a number tells exactly.
  const costNanos = 9_007_199_254_740_993n
  counts.ended(aRequest({ usage, costNanos, attempts, firstTokenMs: 120, totalMs: 900 }))
  counts.ended(aRequest({ usage, costNanos: 1n, attempts: [anAttempt()], firstTokenMs: null, totalMs: 40_000 }))
  counts.ended(aRequest({ status: 'cancelled', end: 'caller_gone', usage: NO_USAGE, costNanos: 0n, attempts: [] }))
  const lines = told(counts)
  expect(lines).toEqual(
    expect.arrayContaining([
      `yumen_requests_total{${WAY},status="succeeded",end="complete"} 2`,
      `yumen_requests_total{${WAY},status="cancelled",end="caller_gone"} 1`,
      `yumen_tokens_total{${WAY},kind="input"} 20`,
      `yumen_tokens_total{${WAY},kind="cache_read"} 10`,
      `yumen_tokens_total{${WAY},kind="output"} 40`,
      `yumen_charged_usd_total{${WAY}} 9007199.254740994`,
      `yumen_first_token_seconds_bucket{${WAY},le="0.1"} 0`,
      `yumen_first_token_seconds_bucket{${WAY},le="0.25"} 2`,
      `yumen_first_token_seconds_bucket{${WAY},le="+Inf"} 2`,
      `yumen_request_seconds_bucket{${WAY},le="1"} 2`,
      `yumen_request_seconds_bucket{${WAY},le="60"} 3`,
      `yumen_request_seconds_sum{${WAY}} 41.8`,
      `yumen_request_seconds_count{${WAY}} 3`,
      'yumen_attempts_total{provider="Acme \\"East\\"",provider_id="p1",outcome="answered"} 2',
      'yumen_attempts_total{provider="Acme \\"East\\"",provider_id="p1",outcome="http_429"} 1',
      'yumen_upstream_cost_usd_total{provider="Acme \\"East\\"",provider_id="p1"} 0.000000004',
    ]),
  )
  expect(lines.join()).not.toContain('kind="image_in"')
})

test('who was refused is counted without a duration, and a provider that is gone without a name', () => {
  const counts = new RequestCounts()
  counts.ended(
    aRequest({ status: 'refused', end: 'limit', model: null, providerId: null, attempts: [], firstTokenMs: null }),
  )
  counts.ended(aRequest({ providerId: 'gone', attempts: [] }))
  const text = told(counts).join('\n')
  expect(text).toContain(
    'yumen_requests_total{protocol="openai-chat",model="",provider="",provider_id="",status="refused",end="limit"} 1',
  )
  expect(text).not.toContain('yumen_request_seconds_count{protocol="openai-chat",model="",')
  expect(text).toContain('provider="",provider_id="gone",status="succeeded"')
})

test('each metric is described once, before its figures, and what a label holds cannot end it', () => {
  const labels = { name: 'a"b\\c\nd' }
  const samples = [
    { labels, value: 1 },
    { labels: {}, value: '0.5' },
  ]
  const families = [
    { name: 'one', type: 'gauge', help: 'One.', samples },
    { name: 'none', type: 'counter', help: 'None.', samples: [] },
  ] as const
  expect(exposition(families)).toBe('# HELP one One.\n# TYPE one gauge\none{name="a\\"b\\\\c\\nd"} 1\none 0.5\n')
})
