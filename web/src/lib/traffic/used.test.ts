import { expect, test } from 'vitest'
import { usedOf } from './used.ts'

const NOTHING = {
  input: 0,
  cache_read: 0,
  cache_write_5m: 0,
  cache_write_1h: 0,
  output: 0,
  reasoning: 0,
  audio_in: 0,
  audio_out: 0,
  image_in: 0,
  image_out: 0,
  searches: 0,
}
const FAILED = { status: 'failed', usage: NOTHING, usage_source: 'none', cost: '0', total_ms: 1800 } as const

test('of a request that failed no tokens are known, and that it cost nothing is', () => {
  expect(usedOf(FAILED)).toEqual({
    input: null,
    output: null,
    cacheRead: null,
    cacheWrite: null,
    reasoning: null,
    totalMs: 1800,
    cost: '0',
  })
})

test('what was counted and is none is 0, and a cache nobody used has no value', () => {
  const embedding = {
    ...FAILED,
    status: 'succeeded',
    usage: { ...NOTHING, input: 12 },
    usage_source: 'upstream',
  } as const
  expect(usedOf(embedding)).toMatchObject({ input: 12, output: 0, cacheRead: null, cacheWrite: null, reasoning: null })
  const usage = { ...NOTHING, cache_write_5m: 3, cache_write_1h: 4 }
  expect(usedOf({ ...embedding, usage })).toMatchObject({ input: 0, cacheWrite: 7 })
})

test('while a request runs neither its cost nor its time is known', () => {
  const running = { ...FAILED, status: 'running', usage: { ...NOTHING, input: 12 } } as const
  expect(usedOf(running)).toMatchObject({ input: null, cost: null, totalMs: null })
})
