import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Menu } from './menu.tsx'

vi.mock('./menu-popup.tsx', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))

test('pointing at a button whose menu cannot be fetched just now does not reload the page', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const replaced = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    place.remove()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  act(() => root.render(<Menu items={[]} trigger={(props) => <button type="button" {...props} />} />))
  const over = new PointerEvent('pointerover', { bubbles: true })
  await act(async () => void place.querySelector('button')?.dispatchEvent(over))
  for (let second = 0; second < 20; second += 1) await vi.advanceTimersByTimeAsync(1000)
  expect(replaced).not.toHaveBeenCalled()
})
