import { expect, test } from 'vitest'
import type { TargetEntry } from '../core/directory.ts'
import { upstreamHeaders } from './headers.ts'

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
