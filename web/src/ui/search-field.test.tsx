import { act, useState } from 'react'
import { expect, test } from 'vitest'
import { draw, type } from '../test-draw.ts'
import { SearchField } from './search-field.tsx'

async function showBox(first: string): Promise<{ place: HTMLElement; asked: string[] }> {
  const asked: string[] = []
  const Box = () => {
    const [text, setText] = useState(first)
    const onChange = (next: string) => {
      asked.push(next)
      setText(next)
    }
    return <SearchField label="搜索" value={text} onChange={onChange} />
  }
  const { place } = await draw(<Box />, { texts: ['ui'] })
  return { place, asked }
}

test('the button that empties it leaves the focus in the box', async () => {
  const { place, asked } = await showBox('gpt')
  const clear = place.querySelector('button')
  clear?.focus()
  act(() => clear?.click())
  expect(asked).toEqual([''])
  expect(document.activeElement).toBe(place.querySelector('input'))
})

test('what an input method composes is looked for once it is a word', async () => {
  const { place, asked } = await showBox('')
  const input = place.querySelector('input')
  for (const letters of ['z', 'zhang', '张']) await type(input, letters, { isComposing: true })
  expect(asked).toEqual([])
  expect(input?.value).toBe('张')
  act(() => void input?.dispatchEvent(new Event('compositionend', { bubbles: true })))
  await type(input, '张三')
  expect(asked).toEqual(['张', '张三'])
  // Safari says that a word is composed by this code alone.
  const escape = (init: KeyboardEventInit) =>
    act(() => void input?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, ...init })))
  escape({ keyCode: 229 })
  expect(input?.value).toBe('张三')
  escape({})
  expect(input?.value).toBe('')
})
