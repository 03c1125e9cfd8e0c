import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { draw, settled } from '../test-draw.ts'
import { type Export, ExportMenu } from './export-menu.tsx'
// What a menu loads at the first hover is there already, so that no test waits for it.
import './menu-popup.tsx'

const WORDS = { name: '导出', csv: '导出 CSV', json: '导出 JSON', failed: '导出失败', retry: '请稍后重试' }

async function opened(markdown: Export['markdown']) {
  const saved: string[] = []
  const save = async (format: string) => void saved.push(format)
  const { place } = await draw(<ExportMenu words={WORDS} save={save} {...(markdown && { markdown })} />, {
    texts: ['ui'],
  })
  const lines = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const open = () => act(async () => place.querySelector('button')?.click())
  const press = async (name: string) => {
    await open()
    await settled(() => expect(lines()).not.toEqual([]))
    await act(async () =>
      lines()
        .find(({ textContent }) => textContent === name)
        ?.click(),
    )
  }
  await open()
  await settled(() => expect(lines()).not.toEqual([]))
  const names = lines().map((line) => `${line.textContent}${line.getAttribute('aria-disabled') === 'true' ? ' –' : ''}`)
  await open()
  return { names, press, saved }
}

test('a list without a table is taken out as CSV or JSON', async () => {
  const { names, press, saved } = await opened(undefined)
  expect(names).toEqual(['导出 CSV', '导出 JSON'])
  await press('导出 JSON')
  await settled(() => expect(saved).toEqual(['json']))
})

test('a table is copied as Markdown, too, once it has rows', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const words = { copy: '复制为 Markdown 表格', copied: '已复制表格' }
  const { names, press } = await opened({ ...words, write: () => '| a |\n' })
  expect(names).toEqual(['导出 CSV', '导出 JSON', words.copy])
  await press(words.copy)
  await settled(() => expect(copied).toHaveBeenCalledWith('| a |\n'))
})

test('of a table without rows there is nothing to copy', async () => {
  const { names } = await opened({ copy: '复制为 Markdown 表格', copied: '', write: undefined })
  expect(names.at(-1)).toBe('复制为 Markdown 表格 –')
})
