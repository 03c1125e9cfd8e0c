import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CaptureView } from '../../../../src/contract/captures.ts'
import type { Me } from '../../../../src/contract/users.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { queryClient } from '../../lib/query.ts'
import { setUser } from '../../lib/session.ts'
import { RequestContent } from './request-content.tsx'

let root: Root
const asked = vi.fn<(url: string) => Promise<Response>>()
const written = () => document.querySelector('section')?.textContent ?? ''
const blocks = () => [...document.querySelectorAll('pre')].map(({ textContent }) => textContent)
const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  })

beforeEach(async () => {
  notifyManager.setScheduler(queueMicrotask)
  await Promise.all([loadTexts('ui'), loadTexts('requests')])
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', asked.mockReset())
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
})

afterEach(() => {
  act(() => root.unmount())
  queryClient.clear()
  vi.unstubAllGlobals()
})

const answers = (body: CaptureView) => asked.mockImplementation(async () => Response.json(body))
const refuses = (status: number, body: object) => asked.mockImplementation(async () => Response.json(body, { status }))

async function show({ path, role }: { path: string; role: Me['role'] }): Promise<void> {
  setUser({ role } as Me)
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <RequestContent id="req_1" /> }),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    ),
  )
}

const showOwn = () => show({ path: '/dashboard/usage', role: 'user' })
const showAsAdmin = () => show({ path: '/admin/usage', role: 'admin' })
const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())

const NOTHING: CaptureView = { at: null, request: null, answer: null }
const SAID: CaptureView = {
  at: '2026-11-20T08:00:00.000Z',
  request: { text: '{"model":"m","max_tokens":5}', bytes: 28, cut: false },
  answer: { text: 'data: {"a":1}\n\n', bytes: 70_000, cut: true },
}

test('nothing is asked for before somebody looks, and nothing of it stays when they stop', async () => {
  answers(SAID)
  await showOwn()
  expect(asked).not.toHaveBeenCalled()
  await press('查看')
  await settled(() => expect(blocks()).toHaveLength(2))
  expect(asked.mock.calls.map(([url]) => url)).toEqual(['/api/usage/requests/req_1/capture'])
  await press('收起')
  expect(blocks()).toEqual([])
  await settled(() => expect(queryClient.getQueryCache().getAll()).toEqual([]))
  await press('查看')
  await settled(() => expect(blocks()).toHaveLength(2))
  expect(asked).toHaveBeenCalledTimes(2)
})

test('both sides stand there with their size, JSON laid out, events as they came, and what was cut says so', async () => {
  answers(SAID)
  await showOwn()
  expect(written()).not.toContain('审计')
  await press('查看')
  await settled(() => expect(blocks()).toEqual(['{\n  "model": "m",\n  "max_tokens": 5\n}', 'data: {"a":1}\n\n']))
  const [request, answer] = [...document.querySelectorAll('.ch')].map(({ textContent }) => textContent ?? '')
  expect(request).toContain('请求 · 28\u00a0B')
  expect(request).not.toContain('已截断')
  expect(answer).toContain('响应 · 68.4\u00a0KiB已截断')
})

test('a side that is no text is told by its size', async () => {
  const none = { text: '', cut: false }
  answers({ ...SAID, request: { ...none, bytes: 2048 }, answer: { ...none, bytes: 0 } })
  await showOwn()
  await press('查看')
  await settled(() => expect(written()).toContain('请求 · 2.0\u00a0KiB · 不是文本，未保留'))
  expect(written()).toContain('响应 · 0\u00a0B · 没有内容')
})

test('administrators are told beforehand that looking is written down', async () => {
  answers(SAID)
  await showAsAdmin()
  expect(written()).toContain('查看正文会记入审计日志')
  expect(asked).not.toHaveBeenCalled()
  await press('查看')
  await settled(() => expect(asked.mock.calls.map(([url]) => url)).toEqual(['/api/admin/usage/requests/req_1/capture']))
})

test('where nothing was kept it says why, and leads administrators to the setting', async () => {
  answers(NOTHING)
  await showOwn()
  await press('查看')
  await settled(() => expect(written()).toContain('正文默认不保留'))
  expect(document.querySelector('a')).toBeNull()
})

test('an administrator without bodies is one press from the setting', async () => {
  answers(NOTHING)
  await showAsAdmin()
  await press('查看')
  await settled(() => expect(document.querySelector('a')?.getAttribute('href')).toBe('/admin/system?q=capture.'))
})

test('a look through the eyes of a user is refused with the sentence of the server, and no way to ask again', async () => {
  refuses(409, { code: 'view_only', detail: '正在以只读方式查看该用户' })
  await showOwn()
  await press('查看')
  await settled(() => expect(written()).toContain('正在以只读方式查看该用户'))
  expect(written()).not.toContain('重试')
})

test('a failure says why and can be tried again', async () => {
  refuses(404, { code: 'not_found', detail: '没有这个请求' })
  await showOwn()
  await press('查看')
  await settled(() => expect(written()).toContain('没有这个请求'))
  answers(SAID)
  await press('重试')
  await settled(() => expect(blocks()).toHaveLength(2))
})
