import { beforeEach, expect, test, vi } from 'vitest'
import { draw, settled } from '../../test-draw.ts'
import { EventDrawer } from './event-drawer.tsx'
// What a drawer loads when it opens is there already, so that no test waits for it.
import '../../ui/drawer-panel.tsx'

const row = (id: string, at: string, action: string) => ({
  id,
  at,
  actor: { id: 'u1', name: '周闻', role: 'admin' },
  action,
  target: { kind: 'model', id: 'gpt-5.5', name: 'GPT-5.5', provider: null },
  outcome: 'done',
  ip: '10.24.0.8',
  client: '',
  request_id: 'r1',
  chained: true,
})

const CALL = {
  method: 'PATCH',
  path: '/api/admin/models/gpt-5.5',
  headers: { 'if-match': '41', origin: 'https://yumen.example' },
  confirmed: true,
}

const CHAIN = {
  hash: '7d2e00000000c113',
  previous: { n: 6, hash: 'a41c0000000009fe' } as { n: number; hash: string } | null,
  next: { n: 8, hash: 'e08b0000000054d7' } as { n: number; hash: string } | null,
  breach: null as 'changed' | 'missing' | null,
}

const EVENT = {
  ...row('b', '2026-11-20T09:30:00.000Z', 'model.changed'),
  n: 7,
  chain: CHAIN as typeof CHAIN | null,
  before: null,
  after: null,
  session: 'f1',
  call: CALL as typeof CALL | null,
  related_by: 'session',
  related: [
    row('a', '2026-11-20T09:12:00.000Z', 'session.opened'),
    row('c', '2026-11-20T11:01:00.000Z', 'key.disabled'),
  ],
}

let event: typeof EVENT
beforeEach(() => {
  event = EVENT
  vi.stubGlobal('fetch', async () => Response.json(event))
})

async function shown() {
  const drawer = <EventDrawer id="b" ids={['b']} onMove={() => {}} onClose={() => {}} />
  await draw(drawer, { texts: ['audit', 'ui', 'providers', 'limits', 'common', 'config'] })
  const section = (name: string) => document.querySelector(`section[aria-label=${name}]`)
  await settled(() => expect(document.body.textContent).toContain('周闻'))
  return { section, text: document.body.textContent }
}

test('an act tells by which call it came, whether the password was given, and the headers that were kept', async () => {
  const { section, text } = await shown()
  expect(text).toContain('PATCH /api/admin/models/gpt-5.5')
  expect(text).toContain('已输入密码')
  const heads = [...(section('请求头')?.querySelectorAll('dl > div') ?? [])].map((one) => one.textContent)
  expect(heads).toEqual(['if-match41', 'originhttps://yumen.example'])
})

test('what was done in the same session stands around it, itself among it, with how far it is', async () => {
  const { section } = await shown()
  const lines = [...(section('同一会话的操作')?.querySelectorAll('li') ?? [])]
  expect(lines.map((line) => line.textContent).map((text) => text.replace(/^.*?(?=登录|修改|停用)/, ''))).toEqual([
    '登录模型 GPT-5.5−18分钟',
    '修改模型 GPT-5.5本条',
    '停用模型 GPT-5.5+1小时 31分钟',
  ])
  expect(lines.map((line) => line.getAttribute('aria-current'))).toEqual([null, 'true', null])
})

test('an act that was kept without its call says so, and what its actor did about then', async () => {
  event = { ...EVENT, call: null, related_by: 'time' }
  const { section, text } = await shown()
  expect(section('请求头')).toBeNull()
  expect(section('同一会话的操作')).toBeNull()
  expect(section('前后半小时内的操作')).not.toBeNull()
  expect(text).not.toContain('已输入密码')
})

test('the hash of an act stands between those of its neighbours, and says that they hold', async () => {
  const strip = (await shown()).section('链校验')
  expect(strip?.textContent).toBe('链校验通过#6a41c…09fe#7 本条7d2e…c113#8e08b…54d7')
  expect(strip?.querySelector('.this .m')?.getAttribute('title')).toBe(CHAIN.hash)
  expect(strip?.querySelector('.err')).toBeNull()
})

test('either end of the chain says that it is one', async () => {
  event = { ...EVENT, n: 1, chain: { ...CHAIN, previous: null, next: null } }
  expect((await shown()).section('链校验')?.textContent).toBe('链校验通过链首—#1 本条7d2e…c113暂无后一条—')
})

test('a link that does not hold says so and why', async () => {
  event = { ...EVENT, chain: { ...CHAIN, breach: 'changed' } }
  const strip = (await shown()).section('链校验')
  expect(strip?.querySelector('.st')?.textContent).toBe('链校验未通过')
  expect(strip?.querySelector('.st')?.className).toContain('err')
  expect(strip?.querySelector('p')?.textContent).toContain('被改动')
})

test.each([
  ['before', { previous: null }, '#6缺失'],
  ['after', { next: null }, '#8缺失'],
])('a neighbour %s an act that is gone is named as missing', async (_where, gone, said) => {
  event = { ...EVENT, chain: { ...CHAIN, ...gone, breach: 'missing' } }
  const strip = (await shown()).section('链校验')
  expect(strip?.textContent).toContain(said)
  expect(strip?.querySelector('p')?.textContent).toBe('相邻的记录被删除')
})

test('an act from before there was a chain has no place in it', async () => {
  event = { ...EVENT, chained: false, n: null as never, chain: null }
  const { section, text } = await shown()
  expect(section('链校验')).toBeNull()
  expect(text).toContain('早于哈希链')
})
