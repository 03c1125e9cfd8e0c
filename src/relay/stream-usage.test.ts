import { expect, test } from 'vitest'
import type { TargetEntry } from '../core/directory.ts'
import { DAY_MS } from '../core/time.ts'
import { aTarget } from './routing/test-targets.ts'
import { createUsageRefusals, mayBlameAsking, withoutAsking } from './stream-usage.ts'

const at = (baseUrl: string, upstreamName = 'm') => ({ ...aTarget('a', { endpoint: { baseUrl } }), upstreamName })

test('who refused is not asked for a day, at that address and for that model', () => {
  const told: TargetEntry[] = []
  const refusals = createUsageRefusals((target) => told.push(target))
  const refusing = at('https://a.example/v1')
  refusals.add(refusing, 1000)
  expect(refusals.has(at('https://a.example/v1'), 1000 + DAY_MS - 1)).toBe(true)
  expect(refusals.has(refusing, 1000 + DAY_MS)).toBe(false)
  expect(refusals.has(at('https://b.example/v1'), 1000)).toBe(false)
  expect(refusals.has(at('https://a.example/v1', 'n'), 1000)).toBe(false)
  expect(told).toEqual([refusing])
})

const WORDS = Buffer.from('{"error":{"message":"Unrecognized request argument supplied: stream_options"}}')
const ASKING = Buffer.from('{"stream_options":{"include_usage":true},"model":"m"}')

const refused = { body: ASKING, status: 400, words: WORDS }
const asks = (options: string) => Buffer.from(`{"stream_options":${options}}`)

test.each([
  ['it is refused by its name', {}, true],
  ['it is refused by what stands in it', { status: 422, words: Buffer.from('"loc":["body","include_usage"]') }, true],
  ['something else is refused', { words: Buffer.from('{"error":{"message":"no such tool"}}') }, false],
  ['the vendor is busy', { status: 429 }, false],
  ['nothing was asked', { body: Buffer.from('{"model":"m"}') }, false],
  ['more was asked', { body: asks('{"include_usage":true,"a":1}') }, false],
  ['another thing was asked', { body: asks('{"include_usage":false}') }, false],
  ['the body is no text', { body: null }, false],
])('whether asking may be to blame where %s', (_when, other, blamed) => {
  const { body, status, words } = { ...refused, ...other }
  expect(mayBlameAsking(() => body, { status, words })).toBe(blamed)
})

test('a request that does not ask is the same but for that', () => {
  expect(Buffer.from(withoutAsking(ASKING)).toString()).toBe('{"model":"m"}')
})
