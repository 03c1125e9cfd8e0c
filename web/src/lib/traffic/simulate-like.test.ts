import { expect, test } from 'vitest'
import type { RequestRow } from '../../../../src/contract/usage.ts'
import { SIMULATED, simulateLike } from './simulate-like.ts'

const USAGE = { input: 1_000, cache_read: 111_000, cache_write_5m: 200, cache_write_1h: 30 }
const request = (over: object = {}) =>
  ({
    id: 'r1',
    user: { id: 'u1', name: 'Lin' },
    key: { id: 'k1', name: 'Claude Code' },
    ip: '192.0.2.1',
    client: 'claude-code',
    model: 'claude-sonnet-5-5',
    model_asked: 'sonnet',
    protocol: 'anthropic-messages',
    stream: true,
    usage: USAGE,
    ...over,
  }) as RequestRow

test('a request is simulated with who asked, for what, how, and all that was read; no more of it stands in the address', () => {
  expect(simulateLike(request())).toEqual({
    tab: 'routing',
    for: 'u1',
    key: 'k1',
    ask: 'claude-sonnet-5-5',
    as: 'anthropic-messages',
    tokens: '112230',
    like: 'r1',
  })
})

test('what it does not say is left to whoever simulates', () => {
  const none = { input: 0, cache_read: 0, cache_write_5m: 0, cache_write_1h: 0 }
  const like = simulateLike(request({ model: null, stream: false, usage: none }))
  expect(like).toMatchObject({ ask: 'sonnet', stream: '0' })
  expect(like).not.toHaveProperty('tokens')
})

test('every one of them is taken back when another request is put in its place', () => {
  const { tab: _tab, ...fields } = simulateLike(request({ stream: false }))
  expect(SIMULATED).toEqual(expect.arrayContaining(Object.keys(fields)))
})
