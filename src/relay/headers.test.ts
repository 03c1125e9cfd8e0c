import { expect, test } from 'vitest'
import type { TargetEntry } from '../core/directory.ts'
import type { Exchange } from './exchange.ts'
import { replyHeaders, upstreamHeaders } from './headers.ts'

const target = {
  provider: { preset: 'custom' },
  endpoint: { dialect: 'openai' },
  credential: { secret: 'vendor-secret-for-tests-0001' },
} as unknown as TargetEntry

const sent = (userId: string, key: string, translated?: object) =>
  upstreamHeaders({ headers: { 'idempotency-key': key, cookie: 'a=b' } }, target, { userId, translated })

test('an idempotency key is its user’s own at the vendor, and the same each time', () => {
  const [mine, again, other] = [sent('u1', 'order-1'), sent('u1', 'order-1'), sent('u2', 'order-1')]
  expect(mine['idempotency-key']).toMatch(/^[0-9a-f]{40}$/)
  expect(again['idempotency-key']).toBe(mine['idempotency-key'])
  expect(other['idempotency-key']).not.toBe(mine['idempotency-key'])
  expect(sent('u1', 'order-2')['idempotency-key']).not.toBe(mine['idempotency-key'])
})

test('nothing of the caller goes with a translated request, and cookies never go', () => {
  expect(sent('u1', 'order-1', {})).not.toHaveProperty('idempotency-key')
  expect(sent('u1', 'order-1')).not.toHaveProperty('cookie')
})

test('a caller does not choose the account at the vendor, which is the operator’s', () => {
  const callers = {
    'anthropic-version': '2023-06-01',
    'anthropic-beta': 'context-1m-2025-08-07',
    'anthropic-workspace-id': 'wrkspc_1',
    'anthropic-organization-id': 'org_1',
    'anthropic-user-profile-id': 'uprof_1',
    'openai-organization': 'org-1',
    'openai-project': 'proj_1',
    'x-goog-user-project': 'project-1',
    'api-revision': '2026-05-20',
  }
  const headers = Object.keys(upstreamHeaders({ headers: callers }, target, { userId: 'u1' }))
  expect(headers.filter((name) => name in callers)).toEqual(['anthropic-version', 'anthropic-beta', 'api-revision'])
})

test.each([
  ['text/html', true],
  ['image/svg+xml', true],
  ['text/plain', true],
  ['application/octet-stream', true],
  ['application/json, text/html', true],
  ['application/json; charset=utf-8, text/html', true],
  ['application/jsonp', true],
  ['application/json', false],
  ['application/json; charset=utf-8', false],
  ['text/event-stream;charset=UTF-8', false],
  [undefined, false],
])('an answer of the type %s is kept from being a page of the console’s origin: %s', (type, isShutIn) => {
  const exchange = { id: 'r1', extraHeaders: {}, elapsedMs: () => 1 } as unknown as Exchange
  const headers = replyHeaders(exchange, { 'content-type': type }, { waitedMs: 0 })
  expect(headers['content-security-policy']).toBe(isShutIn ? "default-src 'none'; sandbox" : undefined)
  expect(headers['x-content-type-options']).toBe(isShutIn ? 'nosniff' : undefined)
})
