import { act, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { draw, type } from '../../test-draw.ts'
import { BodyView } from './body-view.tsx'

afterEach(() => void vi.restoreAllMocks())

function bodyView(text: string, cut = false): ReactNode {
  const body = { text, bytes: text.length, cut, redacted: false, headers: {} }
  return <BodyView name="请求体" file="r1-request" body={body} protocol="openai-chat" />
}

const show = (text: string) => draw(bodyView(text), { texts: ['ui', 'requests'] })

const items = () => [...document.querySelectorAll<HTMLElement>('[role=treeitem]')]
const lines = () => items().map(({ textContent }) => textContent)
const here = () => document.activeElement?.textContent
const named = (name: string) => document.querySelector<HTMLButtonElement>(`[aria-label="${name}"]`)
const key = (name: string) =>
  act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })))

const look = (words: string) => type(document.querySelector('input'), words)

const BODY = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello' }], stream: true })

test('one press of Tab comes to the tree, arrows go through it, open and close', async () => {
  await show(BODY)
  expect(items().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  await act(async () => items()[0]?.focus())
  await key('ArrowDown')
  expect(here()).toBe('model: "m"')
  await key('ArrowDown')
  expect(document.activeElement?.getAttribute('aria-expanded')).toBe('true')
  await key('ArrowLeft')
  expect(document.activeElement?.getAttribute('aria-expanded')).toBe('false')
  expect(lines()).toHaveLength(4)
  await key('ArrowRight')
  await key('ArrowRight')
  expect(here()).toBe('0: {2}')
  await key('ArrowLeft')
  await key('ArrowLeft')
  expect(here()).toMatch(/^messages/)
  await key('End')
  expect(here()).toBe('stream: true')
  await key('Home')
  await key('Enter')
  expect(lines()).toHaveLength(1)
  expect(items().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
})

test('lines tell who cannot see them where they are', async () => {
  await show(BODY)
  const [, , messages] = items()
  expect([...(messages?.attributes ?? [])].map(({ name, value }) => `${name}=${value}`)).toEqual(
    expect.arrayContaining(['aria-level=2', 'aria-posinset=2', 'aria-setsize=3', 'aria-expanded=true']),
  )
  expect(document.querySelector('[role=tree]')?.getAttribute('aria-label')).toBe('请求体')
})

test('what is looked for is counted, stands out, and is gone through in a ring', async () => {
  await show(JSON.stringify({ a: 'x'.repeat(3000) + ' needle', b: { needle: 'no Needle' } }))
  expect(lines()[1]).toContain('共 3,007 个字符')
  await look('needle')
  const count = () => document.querySelector('output.n')?.textContent
  const now = () => document.querySelector('mark[data-now]')?.closest('[role=treeitem]')?.textContent
  expect(count()).toBe('1 / 3')
  expect(now()).toMatch(/^a: "x+ needle"$/)
  await act(async () => named('下一处')?.click())
  await act(async () => named('下一处')?.click())
  expect(count()).toBe('3 / 3')
  expect(now()).toBe('needle: "no Needle"')
  await act(async () => document.querySelector('form')?.requestSubmit())
  expect(count()).toBe('1 / 3')
  await act(async () => named('上一处')?.click())
  expect(count()).toBe('3 / 3')
  await look('nowhere')
  expect(count()).toBe('没有匹配项')
  expect(named('下一处')?.disabled).toBe(true)
})

test('a long list is laid out by pieces, and the focus stays when there is no more', async () => {
  await show(JSON.stringify({ vector: Array.from({ length: 150 }, (_, n) => n) }))
  expect(items()).toHaveLength(103)
  expect(lines().at(-1)).toBe('再显示 50 项，还剩 50 项')
  await act(async () => items().at(-1)?.focus())
  await key('Enter')
  expect(items()).toHaveLength(152)
  expect(here()).toBe('99: 99')
})

test('all opens and closes at once', async () => {
  await show(BODY)
  await act(async () => named('全部收起')?.click())
  expect(lines()).toHaveLength(4)
  await act(async () => named('全部展开')?.click())
  expect(lines()).toHaveLength(7)
  expect(named('全部收起')).not.toBeNull()
})

test('it is taken along as a file, word for word', async () => {
  const saved: { name: string; blob: Blob }[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push({ name: '', blob: blob as Blob })
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const last = saved.at(-1)
    if (last) last.name = this.download
  })
  const { redraw } = await show(' {"n": 12345678901234567890}')
  await act(async () => named('下载请求体')?.click())
  await redraw(bodyView('data: {}\n\n', true))
  await act(async () => named('下载请求体')?.click())
  expect(saved.map(({ name, blob }) => [name, blob.type])).toEqual([
    ['r1-request.json', 'application/json'],
    ['r1-request.txt', 'text/plain'],
  ])
  expect(await saved[0]?.blob.text()).toBe(' {"n": 12345678901234567890}')
})
