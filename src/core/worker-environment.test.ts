import { expect, test } from 'vitest'
import { workerEnvironment } from './worker-environment.ts'

test('a thread learns where compiled code is kept, and nothing else', () => {
  expect(workerEnvironment('/cache/v26')).toEqual({ NODE_COMPILE_CACHE: '/cache' })
  expect(workerEnvironment(String.raw`C:\cache\v26`)).toEqual({ NODE_COMPILE_CACHE: String.raw`C:\cache` })
  expect(workerEnvironment(undefined)).toEqual({})
})
