import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CaptureView } from '../../../../src/contract/captures.ts'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { answerConfirm } from '../../lib/confirm.ts'
import { storedTalk, storeTalk } from '../../lib/playground/draft.ts'
import { NEW_TALK } from '../../lib/playground/talk.ts'
import { queryClient } from '../../lib/query.ts'
import { type Drawn, draw, settled } from '../../test-draw.ts'
import { RequestFoot } from './request-foot.tsx'

let router: Drawn['router']
const asked = vi.fn<(url: string) => Promise<Response>>()
const copied = vi.fn<(text: string) => Promise<void>>()

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('fetch', asked.mockReset())
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied.mockReset().mockResolvedValue())
})

afterEach(() => void vi.restoreAllMocks())

const REQUEST = {
  id: 'req_1',
  status: 'succeeded',
  http_status: 200,
  protocol: 'openai-chat',
  stream: false,
  model: 'gpt-5.5',
  model_asked: 'gpt',
  key: { id: 'k1', name: 'Mine' },
  client: '',
  user: { id: 'u1', name: 'Lin' },
  usage: { input: 40, cache_read: 2, cache_write_5m: 0, cache_write_1h: 0 },
} as RequestDetail
const BODY = { model: 'gpt', messages: [{ role: 'user', content: 'Hello' }], temperature: 0.2, top_p: 1 }
const SIDE = { text: '', bytes: 0, cut: false, redacted: false, headers: {} }

function kept(body: unknown): CaptureView {
  const text = JSON.stringify(body)
  const path = '/v1/chat/completions'
  return {
    at: '2026-11-20T08:00:00.000Z',
    path,
    bodies: 'kept',
    level_now: 'FULL',
    request: { ...SIDE, text, bytes: 9 },
    answer: SIDE,
    upstream: [],
  }
}

async function show(said: CaptureView | Response, path = '/dashboard/usage'): Promise<HTMLElement> {
  asked.mockImplementation(async (url) =>
    url.includes('/capture') ? (said instanceof Response ? said : Response.json(said)) : Response.json({}),
  )
  const drawn = await draw(<RequestFoot request={REQUEST} />, { at: path, texts: ['ui', 'requests'] })
  router = drawn.router
  return drawn.place
}

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
const press = (name: string) => act(async () => button(name)?.click())
const why = () => document.querySelector('.rd-why')?.textContent
const looks = () => asked.mock.calls.map(([url]) => url).filter((url) => url.includes('/capture'))

test('the command is copied with what was said, which is looked at when it is pressed and not kept', async () => {
  await show(kept(BODY))
  expect(looks()).toEqual([])
  await press('复制为 cURL')
  await settled(() => expect(copied).toHaveBeenCalledOnce())
  const [command] = copied.mock.calls[0] ?? []
  expect(command).toContain(`/v1/chat/completions'`)
  expect(command).toContain(`-d '${JSON.stringify(BODY)}'`)
  expect(command).toContain('Bearer $YUMEN_API_KEY')
  expect(looks()).toEqual(['/api/usage/requests/req_1/capture'])
  await settled(() =>
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .filter(({ queryKey }) => String(queryKey[1]).includes('capture')),
    ).toEqual([]),
  )
})

test('where there is no command it says why', async () => {
  await show({ at: null, path: null, bodies: null, level_now: 'BASIC', request: null, answer: null, upstream: [] })
  await press('复制为 cURL')
  await settled(() => expect(why()).toBe('无法复制为 cURL：没有保留正文。'))
  expect(copied).not.toHaveBeenCalled()
})

test('the playground opens with the conversation, of which nothing stands in the address', async () => {
  await show(kept(BODY))
  await press('在试用台重放')
  await settled(() => expect(router.state.location.pathname).toBe('/dashboard/api-keys'))
  expect(storedTalk()).toMatchObject({
    text: 'Hello',
    setup: { protocol: 'openai-chat', temperature: 0.2, stream: false },
  })
  expect(router.state.location.search).toEqual({ try: '1', model: 'gpt-5.5', with: 'k1' })
  expect(router.state.location.href).not.toContain('Hello')
})

test('a conversation that is there is replaced only by somebody who means it', async () => {
  storeTalk({ ...NEW_TALK, text: 'half a question' })
  await show(kept(BODY))
  await press('在试用台重放')
  await settled(() => expect(looks()).toHaveLength(1))
  await act(async () => answerConfirm(false))
  expect(storedTalk().text).toBe('half a question')
  expect(router.state.location.pathname).toBe('/dashboard/usage')
  await press('在试用台重放')
  await settled(() => expect(looks()).toHaveLength(2))
  await act(async () => answerConfirm(true))
  await settled(() => expect(storedTalk().text).toBe('Hello'))
})

test('what the playground cannot hold says so, and the button then opens it with model and key', async () => {
  await show(kept({ ...BODY, tools: [{ type: 'function' }] }))
  await press('在试用台重放')
  await settled(() => expect(why()).toBe('无法在试用台重放：对话中有工具调用。可以只带模型和密钥打开。'))
  expect(router.state.location.pathname).toBe('/dashboard/usage')
  await press('试用模型')
  await settled(() => expect(router.state.location.search).toEqual({ try: '1', model: 'gpt-5.5', with: 'k1' }))
  expect(storedTalk()).toEqual(NEW_TALK)
})

test('a look that is refused is told in the words of the server', async () => {
  await show(Response.json({ code: 'view_only', detail: '正在以只读方式查看该用户' }, { status: 409 }))
  await press('复制为 cURL')
  await settled(() => expect(why()).toBe('正在以只读方式查看该用户'))
})

test('administrators replay nothing of others, and are told that a look is written down', async () => {
  await show(kept(BODY), '/admin/usage')
  expect(button('在试用台重放')).toBeUndefined()
  expect(button('复制为 cURL')?.title).toBe('查看正文会记入审计日志')
  await press('复制为 cURL')
  await settled(() => expect(looks()).toEqual(['/api/admin/usage/requests/req_1/capture']))
})

test('administrators simulate its route with what stands in its row; users are not led there', async () => {
  const links = (place: HTMLElement) => [...place.querySelectorAll('a')].map(({ href }) => new URL(href))
  const [link] = links(await show(kept(BODY), '/admin/usage'))
  expect(link?.pathname).toBe('/admin/models-providers')
  expect(Object.fromEntries(link?.searchParams ?? [])).toEqual({
    tab: 'routing',
    for: 'u1',
    key: 'k1',
    ask: 'gpt-5.5',
    as: 'openai-chat',
    stream: '0',
    tokens: '42',
    like: 'req_1',
  })
  const place = await show(kept(BODY))
  expect(place.querySelector('button')).not.toBeNull()
  expect(links(place)).toEqual([])
})
