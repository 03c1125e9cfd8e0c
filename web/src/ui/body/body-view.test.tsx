import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { queryClient } from '../../lib/query.ts'
import { BodyView } from './body-view.tsx'

let root: Root

beforeEach(async () => {
  await Promise.all([loadTexts('ui'), loadTexts('requests')])
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
})

afterEach(() => {
  act(() => root.unmount())
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function show(text: string, cut = false): void {
  const body = { text, bytes: text.length, cut, redacted: false, headers: {} }
  act(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <BodyView name="请求体" file="r1-request" body={body} protocol="openai-chat" />
      </QueryClientProvider>,
    ),
  )
}

const items = () => [...document.querySelectorAll<HTMLElement>('[role=treeitem]')]
const lines = () => items().map(({ textContent }) => textContent)
const here = () => document.activeElement?.textContent
const named = (name: string) => document.querySelector<HTMLButtonElement>(`[aria-label="${name}"]`)
const key = (name: string) =>
  act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })))

async function look(words: string): Promise<void> {
  const field = document.querySelector('input')
  await act(async () => {
    // Past the setter by which React would take it for its own.
    Reflect.set(HTMLInputElement.prototype, 'value', words, field)
    field?.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
}

const BODY = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello' }], stream: true })

test('one press of Tab comes to the tree, arrows go through it, open and close', async () => {
  show(BODY)
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

test('lines tell who cannot see them where they are', () => {
  show(BODY)
  const [, , messages] = items()
  expect([...(messages?.attributes ?? [])].map(({ name, value }) => `${name}=${value}`)).toEqual(
    expect.arrayContaining(['aria-level=2', 'aria-posinset=2', 'aria-setsize=3', 'aria-expanded=true']),
  )
  expect(document.querySelector('[role=tree]')?.getAttribute('aria-label')).toBe('请求体')
})

test('what is looked for is counted, stands out, and is gone through in a ring', async () => {
  show(JSON.stringify({ a: 'x'.repeat(3000) + ' needle', b: { needle: 'no Needle' } }))
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
  show(JSON.stringify({ vector: Array.from({ length: 150 }, (_, n) => n) }))
  expect(items()).toHaveLength(103)
  expect(lines().at(-1)).toBe('再显示 50 项，还剩 50 项')
  await act(async () => items().at(-1)?.focus())
  await key('Enter')
  expect(items()).toHaveLength(152)
  expect(here()).toBe('99: 99')
})

test('all opens and closes at once', async () => {
  show(BODY)
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
  show(' {"n": 12345678901234567890}')
  await act(async () => named('下载请求体')?.click())
  show('data: {}\n\n', true)
  await act(async () => named('下载请求体')?.click())
  expect(saved.map(({ name, blob }) => [name, blob.type])).toEqual([
    ['r1-request.json', 'application/json'],
    ['r1-request.txt', 'text/plain'],
  ])
  expect(await saved[0]?.blob.text()).toBe(' {"n": 12345678901234567890}')
})
