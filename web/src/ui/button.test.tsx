import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { draw } from '../test-draw.ts'
import { Button } from './button.tsx'

test('a button at work keeps the focus and takes no press, neither its own nor that of its form', async () => {
  const pressed = vi.fn<() => void>()
  const sent = vi.fn<() => void>()
  const form = (busy: boolean) => (
    <form onSubmit={sent}>
      <Button type="submit" busy={busy} onClick={pressed}>
        保存
      </Button>
    </form>
  )
  const { place, redraw } = await draw(form(false))
  const button = place.querySelector('button')
  button?.focus()
  await redraw(form(true))
  expect([button?.disabled, button?.getAttribute('aria-disabled')]).toEqual([false, 'true'])
  act(() => button?.click())
  expect([pressed.mock.calls, sent.mock.calls, document.activeElement === button]).toEqual([[], [], true])
})
