import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { swallowGlobalErrors } from './global-errors.ts'
import { loadChunk } from './load-chunk.ts'

const replaced = vi.fn()
const chunkError = new TypeError('Failed to fetch dynamically imported module: http://x/assets/page.js')

beforeAll(() => swallowGlobalErrors())

beforeEach(() => {
  sessionStorage.clear()
  replaced.mockReset()
  vi.spyOn(location, 'replace').mockImplementation(replaced)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.setItem('access_token', 'a1')
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function say(name: string, extra: object): Event {
  const event = Object.assign(new Event(name, { cancelable: true }), extra)
  window.dispatchEvent(event)
  return event
}

test('Global errors are swallowed so the session is not lost.', () => {
  const event = say('error', { error: new Error('boom'), message: 'boom' })
  expect(event.defaultPrevented).toBe(true)
  expect(console.error).toHaveBeenCalledTimes(1)
  expect(localStorage.getItem('access_token')).toBe('a1')
  expect(replaced).not.toHaveBeenCalled()
})

test('Unhandled rejections are swallowed so the session is not lost.', () => {
  const event = say('unhandledrejection', { reason: new Error('boom') })
  expect(event.defaultPrevented).toBe(true)
  expect(localStorage.getItem('access_token')).toBe('a1')
  expect(replaced).not.toHaveBeenCalled()
})

test('The application also reloads when a dynamic module load fails at global level.', () => {
  say('unhandledrejection', { reason: chunkError })
  expect(replaced).toHaveBeenCalledTimes(1)
})

test('a failed preload of a style sheet reloads too', () => {
  const event = say('vite:preloadError', { payload: new Error('Unable to preload CSS for /assets/page.css') })
  expect(replaced).toHaveBeenCalledTimes(1)
  // Prevented, the import would answer undefined instead of failing.
  expect(event.defaultPrevented).toBe(false)
})

test('a failure that is being retried is left to its retries', async () => {
  vi.useFakeTimers()
  let first = true
  const loading = loadChunk(() => {
    if (!first) return Promise.resolve('page')
    first = false
    say('vite:preloadError', { payload: chunkError })
    return Promise.reject(chunkError)
  })
  await vi.runAllTimersAsync()
  await expect(loading).resolves.toBe('page')
  expect(replaced).not.toHaveBeenCalled()
})
