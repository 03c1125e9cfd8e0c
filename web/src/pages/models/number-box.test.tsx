import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { NumberBox } from './number-box.tsx'

test('a number is read as a Chinese input method writes it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  const onChange = vi.fn<(value: number) => void>()
  act(() => root.render(<NumberBox label="Input" unit="Token" value={1} most={100_000} onChange={onChange} />))
  const input = place.querySelector('input')
  await act(async () => {
    // React overwrites the setter of the element; that of its class is the browser's own.
    Reflect.set(HTMLInputElement.prototype, 'value', '１２，０００', input)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(onChange.mock.calls).toEqual([[12_000]])
})
