import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Button } from './button.tsx'

test('a button at work keeps the focus and takes no press, neither its own nor that of its form', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    place.remove()
    vi.unstubAllGlobals()
  })
  const pressed = vi.fn<() => void>()
  const sent = vi.fn<() => void>()
  const draw = (busy: boolean) =>
    act(() =>
      root.render(
        <form onSubmit={sent}>
          <Button type="submit" busy={busy} onClick={pressed}>
            保存
          </Button>
        </form>,
      ),
    )
  draw(false)
  const button = place.querySelector('button')
  button?.focus()
  draw(true)
  expect([button?.disabled, button?.getAttribute('aria-disabled')]).toEqual([false, 'true'])
  act(() => button?.click())
  expect([pressed.mock.calls, sent.mock.calls, document.activeElement === button]).toEqual([[], [], true])
})
