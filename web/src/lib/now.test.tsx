import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MINUTE_MS } from '../../../src/core/time.ts'
import { useMinute } from './now.ts'

test('whoever asks after a while nobody did is told the present from the first time on', () => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const seen: number[] = []
  const Reader = () => {
    seen.push(useMinute())
    return null
  }
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => {
    act(() => root.unmount())
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  vi.setSystemTime(Date.now() + 20 * MINUTE_MS)
  act(() => root.render(<Reader />))
  expect(seen[0]).toBeGreaterThanOrEqual(Date.now())
  act(() => void vi.advanceTimersByTime(2 * MINUTE_MS))
  expect(seen.at(-1)).toBe((seen[0] ?? 0) + 2 * MINUTE_MS)
})

test('while the page is hidden no minute passes, and the present comes with the first look', () => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  const seen: number[] = []
  const Reader = () => {
    seen.push(useMinute())
    return null
  }
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => {
    act(() => root.unmount())
    hidden.mockRestore()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  act(() => root.render(<Reader />))
  const drawn = seen.length
  hidden.mockReturnValue(true)
  act(() => void vi.advanceTimersByTime(60 * MINUTE_MS))
  expect(seen).toHaveLength(drawn)
  hidden.mockReturnValue(false)
  act(() => void vi.advanceTimersByTime(1000))
  expect(seen.at(-1)).toBe((seen[0] ?? 0) + 60 * MINUTE_MS)
})
