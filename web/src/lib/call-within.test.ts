import { afterEach, expect, test, vi } from 'vitest'
import { createKey } from '../../../src/contract/keys.ts'
import { call } from './call.ts'
import { isUnheard } from './call-error.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const hangs = vi.fn<(url: string, init: RequestInit) => Promise<Response>>((_, { signal }) => {
  const { promise, reject } = Promise.withResolvers<Response>()
  signal?.addEventListener('abort', () => reject(signal.reason))
  return promise
})

test('a call that is given so long ends as one without an answer, and is not sent again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('fetch', hangs)
  const error = await call(createKey, { body: { name: 'once' }, withinMs: 5 }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ status: 0, code: 'no_answer' })
  expect(isUnheard(error)).toBe(true)
  expect(hangs).toHaveBeenCalledOnce()
})

test('whoever gives up before that gets their own reason', async () => {
  vi.stubGlobal('fetch', hangs)
  const leaving = new AbortController()
  const asking = call(createKey, { body: { name: 'once' }, withinMs: 60_000, signal: leaving.signal })
  leaving.abort()
  await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
})
