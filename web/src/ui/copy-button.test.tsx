import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draw } from '../test-draw.ts'
import { CopyButton } from './copy-button.tsx'

const button = () => document.querySelector('button')
const said = () => document.querySelector('output')?.textContent
const writeText = vi.fn<(text: string) => Promise<void>>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText)
  writeText.mockResolvedValue()
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const show = (what: ReactNode) => draw(what, { texts: ['ui'] })
const press = () => act(async () => button()?.click())

test('a press copies the text, says so aloud, and falls silent again', async () => {
  const onCopied = vi.fn<() => void>()
  await show(<CopyButton text="sk-abc" what="密钥" onCopied={onCopied} />)
  expect(button()?.getAttribute('aria-label')).toBe('复制密钥')
  await press()
  expect(writeText).toHaveBeenCalledExactlyOnceWith('sk-abc')
  expect(said()).toBe('已复制')
  expect(onCopied).toHaveBeenCalledOnce()
  await act(async () => vi.advanceTimersByTime(2000))
  expect(said()).toBe('')
})

test('where the browser forbids both ways of copying, it says so and nobody is told of a copy', async () => {
  writeText.mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
  Object.assign(document, { execCommand: () => false })
  const onCopied = vi.fn<() => void>()
  await show(<CopyButton text="sk-abc" onCopied={onCopied} />)
  await press()
  expect(said()).toBe('复制失败')
  expect(button()?.title).toBe('复制失败')
  expect(button()?.querySelector('svg.err')).not.toBeNull()
  expect(onCopied).not.toHaveBeenCalled()
  expect(document.querySelector('textarea')).toBeNull()
})

test('in a native dialog the text is copied from inside it, because nothing outside takes the focus', async () => {
  writeText.mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
  let home: Element | null | undefined
  Object.assign(document, {
    execCommand: () => {
      home = document.querySelector('textarea')?.parentElement
      return true
    },
  })
  await show(
    <dialog open>
      <CopyButton text="sk-abc" />
    </dialog>,
  )
  button()?.focus()
  await press()
  expect(home?.localName).toBe('dialog')
})
