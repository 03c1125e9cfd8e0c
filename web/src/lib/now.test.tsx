import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MINUTE_MS } from '../../../src/core/time.ts'
import { draw } from '../test-draw.ts'
import { useMinute } from './now.ts'

/** Somebody who asks for the minute; what they have seen, and how they begin. */
function reader() {
  // Early in a minute: none begins by itself within the seconds that a test lets pass.
  vi.useFakeTimers({ now: Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + 10_000 })
  const seen: number[] = []
  const Reader = () => {
    seen.push(useMinute())
    return null
  }
  onTestFinished(() => void vi.useRealTimers())
  return { seen, begin: () => draw(<Reader />) }
}

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('whoever asks after a while nobody did is told the present from the first time on', async () => {
  const { seen, begin } = reader()
  vi.setSystemTime(Date.now() + 20 * MINUTE_MS)
  await begin()
  expect(seen[0]).toBeGreaterThanOrEqual(Date.now())
  pass(2 * MINUTE_MS)
  expect(seen.at(-1)).toBe((seen[0] ?? 0) + 2 * MINUTE_MS)
})

test('while the page is hidden no minute passes, and the present comes with the first look', async () => {
  const { seen, begin } = reader()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  onTestFinished(() => hidden.mockRestore())
  await begin()
  const drawn = seen.length
  hidden.mockReturnValue(true)
  pass(60 * MINUTE_MS)
  expect(seen).toHaveLength(drawn)
  hidden.mockReturnValue(false)
  pass(1000)
  expect(seen.at(-1)).toBe((seen[0] ?? 0) + 60 * MINUTE_MS)
})
