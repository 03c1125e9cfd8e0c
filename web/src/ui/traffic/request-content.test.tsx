import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CaptureView } from '../../../../src/contract/captures.ts'
import type { Me } from '../../../../src/contract/users.ts'
import { queryClient } from '../../lib/query.ts'
import { setUser } from '../../lib/session.ts'
import { draw, settled } from '../../test-draw.ts'
import { RequestContent } from './request-content.tsx'

const asked = vi.fn<(url: string) => Promise<Response>>()
const written = () => document.querySelector('section')?.textContent ?? ''
const trees = () => document.querySelectorAll('[role=tree]').length
const lines = () => [...document.querySelectorAll('[role=treeitem]')].map(({ textContent }) => textContent)

beforeEach(() => void vi.stubGlobal('fetch', asked.mockReset()))

const answers = (body: CaptureView) => asked.mockImplementation(async () => Response.json(body))
const refuses = (status: number, body: object) => asked.mockImplementation(async () => Response.json(body, { status }))

async function show({ path, role }: { path: string; role: Me['role'] }): Promise<void> {
  setUser({ role } as Me)
  const content = <RequestContent request={{ id: 'req_1', protocol: 'openai-chat' }} />
  await draw(content, { at: path, texts: ['ui', 'requests'] })
}

const showOwn = () => show({ path: '/dashboard/usage', role: 'user' })
const showAsAdmin = () => show({ path: '/admin/usage', role: 'admin' })
const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())

const openTab = (name: string) =>
  act(async () =>
    [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(({ textContent }) => textContent === name)?.click(),
  )

const NOTHING: CaptureView = {
  at: null,
  path: null,
  bodies: null,
  level_now: 'BASIC',
  request: null,
  answer: null,
  upstream: [],
}
const SIDE = { cut: false, redacted: false, headers: {} }
const SAID: CaptureView = {
  at: '2026-11-20T08:00:00.000Z',
  path: '/v1/chat/completions',
  bodies: 'kept',
  level_now: 'FULL',
  request: {
    ...SIDE,
    text: '{"model":"m","max_tokens":5}',
    bytes: 28,
    redacted: true,
    headers: { 'user-agent': 'tool/1' },
  },
  answer: { ...SIDE, text: 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n', bytes: 70_000, cut: true },
  upstream: [],
}

test('nothing is asked for before somebody looks, and nothing of it stays when they stop', async () => {
  answers(SAID)
  await showOwn()
  expect(asked).not.toHaveBeenCalled()
  await press('查看')
  await settled(() => expect(trees()).toBe(1))
  expect(asked.mock.calls.map(([url]) => url)).toEqual(['/api/usage/requests/req_1/capture'])
  await press('收起')
  expect(trees()).toBe(0)
  await settled(() => expect(queryClient.getQueryCache().getAll()).toEqual([]))
  await press('查看')
  await settled(() => expect(trees()).toBe(1))
  expect(asked).toHaveBeenCalledTimes(2)
})

test('both sides stand there with their size, as trees, and what was cut or taken out says so', async () => {
  answers(SAID)
  await showOwn()
  expect(written()).not.toContain('审计')
  await press('查看')
  await settled(() => expect(lines()).toEqual(['{2}', 'model: "m"', 'max_tokens: 5']))
  expect(written()).toContain('28\u00a0B')
  expect(written()).toContain('已脱敏')
  expect(written()).not.toContain('已截断')
  await openTab('响应体')
  expect(lines().slice(0, 3)).toEqual(['文本: Hi…', '事件: [1]', '0: {1}'])
  expect(written()).toContain('68.4\u00a0KiB已截断')
})

test('headers that were kept stand in tabs of their own, and of rows without any it says so', async () => {
  answers(SAID)
  await showOwn()
  await press('查看')
  await settled(() => expect(trees()).toBe(1))
  await openTab('请求头')
  const told = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  expect(told).toEqual(['路径/v1/chat/completions', 'user-agenttool/1'])
  await openTab('响应头')
  expect(written()).toContain('没有保留')
})

test('administrators see what upstreams called the request', async () => {
  answers({ ...SAID, upstream: [{ attempt: 2, id: 'up-2' }] })
  await showAsAdmin()
  await press('查看')
  await settled(() => expect(trees()).toBe(1))
  await openTab('响应头')
  expect(written()).toContain('上游请求 ID（第 2 次）up-2')
})

test('a side that is no text is told by its size', async () => {
  const none = { ...SIDE, text: '' }
  answers({ ...SAID, request: { ...none, bytes: 2048 }, answer: { ...none, bytes: 0 } })
  await showOwn()
  await press('查看')
  await settled(() => expect(written()).toContain('2.0\u00a0KiB · 不是文本，未保留'))
  await openTab('响应体')
  expect(written()).toContain('0\u00a0B · 没有内容')
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
  await settled(() => expect(written()).toContain('日志级别为 BASIC，未记录内容'))
  expect(document.querySelector('a')).toBeNull()
})

test('where nothing was kept though it would be now, the level of now is not named', async () => {
  answers({ ...NOTHING, level_now: 'FULL' })
  await showOwn()
  await press('查看')
  await settled(() => expect(written()).toContain('没有保留内容'))
  expect(written()).not.toContain('BASIC')
})

test.each([
  ['level', '日志级别为 HEADERS，未记录正文'],
  ['succeeded', '请求成功，未记录正文'],
] as const)('of a request without its bodies (%s) it says so, and shows the headers', async (bodies, why) => {
  answers({ ...SAID, bodies, request: { ...SIDE, text: '', bytes: 2048, headers: { 'user-agent': 'tool/1' } } })
  await showOwn()
  await press('查看')
  await settled(() => expect(written()).toContain(why))
  expect(written()).toContain('2.0\u00a0KiB')
  await openTab('请求头')
  expect(written()).toContain('tool/1')
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
  await settled(() => expect(trees()).toBe(1))
})
