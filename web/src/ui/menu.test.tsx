import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { draw } from '../test-draw.ts'
import { Menu } from './menu.tsx'

vi.mock('./menu-popup.tsx', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))

test('pointing at a button whose menu cannot be fetched just now does not reload the page', async () => {
  vi.useFakeTimers()
  const replaced = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
  onTestFinished(() => {
    replaced.mockRestore()
    vi.useRealTimers()
  })
  const { place } = await draw(<Menu items={[]} trigger={(props) => <button type="button" {...props} />} />)
  const over = new PointerEvent('pointerover', { bubbles: true })
  await act(async () => void place.querySelector('button')?.dispatchEvent(over))
  for (let second = 0; second < 20; second += 1) await vi.advanceTimersByTimeAsync(1000)
  expect(replaced).not.toHaveBeenCalled()
})
