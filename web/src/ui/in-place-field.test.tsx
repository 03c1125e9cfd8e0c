import { act } from 'react'
import { expect, test } from 'vitest'
import { draw, type } from '../test-draw.ts'
import { InPlaceField } from './in-place-field.tsx'

test('Enter and leaving commit what was typed, once; Escape takes it back; an input method keeps both keys', async () => {
  const committed: string[] = []
  const { place } = await draw(
    <InPlaceField label="优先级" value="10" className="n" onCommit={(typed) => void committed.push(typed)} />,
  )
  const input = place.querySelector('input')
  const press = (key: string, isComposing = false) =>
    act(() => void input?.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing, bubbles: true })))
  const leave = () => act(() => void input?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))

  leave()
  expect(committed).toEqual([])
  await type(input, '20')
  press('Escape')
  expect(input?.value).toBe('10')
  leave()
  expect(committed).toEqual([])
  await type(input, '30')
  press('Enter')
  leave()
  expect(committed).toEqual(['30'])
  await type(input, '4')
  press('Enter', true)
  press('Escape', true)
  expect(committed).toEqual(['30'])
  expect(input?.value).toBe('4')
  await type(input, '40')
  leave()
  expect(committed).toEqual(['30', '40'])
})
