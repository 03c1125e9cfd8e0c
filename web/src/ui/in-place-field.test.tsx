import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { InPlaceField } from './in-place-field.tsx'

test('Enter and leaving commit what was typed, once; Escape takes it back; an input method keeps both keys', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    place.remove()
    vi.unstubAllGlobals()
  })
  const committed: string[] = []
  act(() =>
    root.render(
      <InPlaceField label="优先级" value="10" className="n" onCommit={(typed) => void committed.push(typed)} />,
    ),
  )
  const input = place.querySelector('input')
  const write = (text: string) =>
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      input?.dispatchEvent(new InputEvent('input', { bubbles: true }))
    })
  const press = (key: string, isComposing = false) =>
    act(() => void input?.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing, bubbles: true })))
  const leave = () => act(() => void input?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))

  leave()
  expect(committed).toEqual([])
  write('20')
  press('Escape')
  expect(input?.value).toBe('10')
  leave()
  expect(committed).toEqual([])
  write('30')
  press('Enter')
  leave()
  expect(committed).toEqual(['30'])
  write('4')
  press('Enter', true)
  press('Escape', true)
  expect(committed).toEqual(['30'])
  expect(input?.value).toBe('4')
  write('40')
  leave()
  expect(committed).toEqual(['30', '40'])
})
