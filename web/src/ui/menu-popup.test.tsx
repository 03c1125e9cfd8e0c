import { expect, test } from 'vitest'
import { draw, type } from '../test-draw.ts'
import type { MenuItem } from './menu.tsx'
import { MenuPopup } from './menu-popup.tsx'

const lines = (count: number, ...before: MenuItem[]): MenuItem[] => [
  ...before,
  ...Array.from({ length: count }, (_, i) => ({ label: `Line ${i}`, onSelect: () => undefined })),
]

/** A menu that is open, what it shows, and somebody who types. */
async function opened(items: MenuItem[]) {
  const rest = { side: 'bottom', align: 'start', label: 'Lines', onOpenChange: () => undefined } as const
  await draw(<MenuPopup anchor={{ current: null }} open items={items} findable {...rest} />, { texts: ['ui'] })
  const input = document.querySelector<HTMLInputElement>('.menu input')
  return {
    input,
    shown: () => [...document.querySelectorAll('.menu .mi')].map((line) => line.textContent),
    told: () => [...document.querySelectorAll('.menu .ml')].map((line) => line.textContent),
    type: (text: string) => type(input, text),
  }
}

test('of many lines those are found whose words are typed, whatever their case', async () => {
  const menu = await opened(lines(20, { heading: 'All of them' }, 'rule'))
  await menu.type('LINE 1')
  expect(menu.shown()).toEqual(['Line 1', ...Array.from({ length: 10 }, (_, i) => `Line 1${i}`)])
  expect(menu.told(), 'a heading tells of all of them').toEqual(['All of them'])
  await menu.type('none such')
  expect(menu.shown()).toEqual([])
  expect(menu.told()).toEqual(['All of them', '没有匹配项'])
  await menu.type('')
  expect(menu.shown()).toHaveLength(20)
})

test('of a thousand lines a hundred are drawn, and it is told that the others are found by typing', async () => {
  const menu = await opened(lines(1000))
  expect(menu.shown()).toHaveLength(100)
  expect(menu.told()).toEqual(['另有 900 项，输入文字查找'])
  await menu.type('line 999')
  expect(menu.shown()).toEqual(['Line 999'])
  expect(menu.told()).toEqual([])
})

test('a menu that is read at a glance has nothing to type into', async () => {
  const menu = await opened(lines(12))
  expect(menu.input).toBeNull()
  expect(menu.shown()).toHaveLength(12)
})
