import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KeyEntry } from '../core/directory.ts'
import { GatewayError } from '../core/errors.ts'
import { createLiveKeys } from './live-keys.ts'
import { CALLER } from './routing/test-targets.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

const KEY: KeyEntry = { ...CALLER, id: 'k1' }

const NOW = 1000

/** Watches one exchange, then lets the directory say this of its key; answers why it was cut off. */
function cutAfter(known: KeyEntry | undefined): string | null {
  let entry: KeyEntry | undefined = KEY
  using keys = createLiveKeys({ keyByHash: () => entry }, () => NOW)
  const told: GatewayError[] = []
  keys.watch({ cut: (error) => void told.push(error) }, 'k1')
  vi.advanceTimersByTime(1000)
  expect(told).toEqual([])
  entry = known
  vi.advanceTimersByTime(1000)
  return told[0]?.code ?? null
}

test.each([
  ['a key that stands', KEY, null],
  ['a disabled key', { ...KEY, status: 'disabled' as const }, 'key_disabled'],
  ['a deleted key', undefined, 'key_invalid'],
  ['a key whose owner is disabled', { ...KEY, userStatus: 'disabled' as const }, 'owner_disabled'],
  ['a key that has expired', { ...KEY, expiresAt: NOW }, 'key_expired'],
  ['a key that has not expired yet', { ...KEY, expiresAt: NOW + 1 }, null],
])('what runs on %s is told so within a second', (_name, known, code) => {
  expect(cutAfter(known)).toBe(code)
})

test('all that is under way is cut off at once, on whatever keys, and nothing that has ended', () => {
  using keys = createLiveKeys({ keyByHash: () => KEY }, () => NOW)
  const told: string[] = []
  const watched = ['one', 'two', 'gone'].map((name) =>
    keys.watch({ cut: ({ code }) => void told.push(`${name} ${code}`) }, name),
  )
  watched[2]?.[Symbol.dispose]()
  keys.cutAll(new GatewayError('gateway_stopped'))
  expect(told).toEqual(['one gateway_stopped', 'two gateway_stopped'])
})

test('an exchange that has ended is not touched, others of its key are', () => {
  using keys = createLiveKeys({ keyByHash: () => undefined }, () => NOW)
  const cut: string[] = []
  const ended = keys.watch({ cut: () => void cut.push('ended') }, 'k1')
  keys.watch({ cut: () => void cut.push('open') }, 'k1')
  ended[Symbol.dispose]()
  vi.advanceTimersByTime(1000)
  expect(cut).toEqual(['open'])
})
