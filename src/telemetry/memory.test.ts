import { afterEach, expect, test, vi } from 'vitest'
import { collectAfterCrowds } from './memory.ts'

afterEach(() => vi.useRealTimers())

test('a crowd that has left is collected once, and the process goes on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let open = 1000
  using _watch = collectAfterCrowds(() => open)
  let freed = false
  const registry = new FinalizationRegistry(() => {
    freed = true
  })
  registry.register({ waits: 'for a slow reader' }, null)
  vi.advanceTimersByTime(5000)
  open = 3
  vi.advanceTimersByTime(5000)
  await expect.poll(() => freed, { timeout: 5000 }).toBe(true)
})
