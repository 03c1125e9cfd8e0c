import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ChannelView } from '../../../../src/contract/notifications.ts'
import type { Me } from '../../../../src/contract/users.ts'
import { setUser } from '../../lib/session.ts'
import { tokens } from '../../lib/tokens.ts'
import { draw, settled, type } from '../../test-draw.ts'
import '../../ui/drawer-panel.tsx'
import '../../ui/select-box.tsx'
import { ChannelDrawer } from './channel-drawer.tsx'

const asked = vi.fn<(url: string, init: { body: string }) => Promise<Response>>()

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    asked.mockReset().mockImplementation(async () => Response.json({}, { status: 201 })),
  )
})

const field = (label: string) => {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent.startsWith(label))
  return document.querySelector<HTMLInputElement>(`#${CSS.escape(found?.htmlFor ?? '')}`)
}

const fill = (label: string, value: string) => type(field(label), value)

const save = () =>
  act(async () => [...document.querySelectorAll('button')].find((one) => one.textContent === '保存')?.click())

test('a channel is only sent when nothing that it needs is missing', async () => {
  const onClose = vi.fn<() => void>()
  await draw(<ChannelDrawer edited={null} onClose={onClose} />, { texts: ['ui', 'channels'] })
  await settled(() => expect(field('名称')).not.toBeNull())
  await fill('名称', 'Ops')
  await save()
  expect(document.querySelector('[role=alert]')?.textContent).toBe('请填写此项')
  expect(field('地址')?.getAttribute('aria-invalid')).toBe('true')
  expect(asked).not.toHaveBeenCalled()
  await fill('地址', 'https://hooks.example/a')
  await save()
  await settled(() => expect(onClose).toHaveBeenCalledOnce())
  const [url, init] = asked.mock.calls[0] ?? []
  expect(url).toBe('/api/admin/notifications/channels')
  expect(JSON.parse(init?.body ?? '')).toEqual({
    setup: { kind: 'webhook', config: {}, secrets: { url: 'https://hooks.example/a' } },
    name: 'Ops',
    rules: null,
    locale: 'zh-CN',
    allow_private: false,
    for_users: false,
    enabled: true,
  })
})

const mail: ChannelView = {
  id: 'c1',
  name: 'Ops',
  kind: 'email',
  config: {
    host: 'mail.example',
    port: 465,
    security: 'tls',
    user: 'ops',
    from: 'a@example.com',
    to: ['b@example.com'],
  },
  secrets_set: ['password'],
  unreadable: false,
  rules: null,
  locale: 'zh-CN',
  allow_private: false,
  enabled: true,
  for_users: false,
  version: 1,
  created_at: '2026-01-01T00:00:00Z',
}

test('what was typed when the session ended is there again, and which secrets are to be typed once more is said', async () => {
  await act(async () => setUser({ id: 'ada' } as Me))
  const { redraw } = await draw(<ChannelDrawer edited={mail} onClose={() => {}} />, {
    texts: ['common', 'ui', 'channels'],
  })
  await settled(() => expect(field('收件人')).not.toBeNull())
  await fill('收件人', 'c@example.com')
  await fill('密码', 'secret')
  await act(async () => tokens.clear('expired'))
  await redraw(null)
  await redraw(<ChannelDrawer edited={mail} onClose={() => {}} />)
  await settled(() => expect(field('收件人')?.value).toBe('c@example.com'))
  expect(field('密码')?.value).toBe('')
  expect(document.querySelector('[role=alert]')?.textContent).toContain('请重新填写：密码')
})

test('a set-up that is changed does not lose a secret the channel has', async () => {
  await draw(<ChannelDrawer edited={mail} onClose={() => {}} />, { texts: ['ui', 'channels'] })
  await settled(() => expect(field('收件人')).not.toBeNull())
  await fill('收件人', 'c@example.com')
  await save()
  expect(field('密码')?.getAttribute('aria-invalid')).toBe('true')
  expect(asked).not.toHaveBeenCalled()
  await fill('密码', 'secret')
  await save()
  await settled(() => expect(asked).toHaveBeenCalled())
  expect(JSON.parse(asked.mock.calls[0]?.[1].body ?? '').setup.secrets).toEqual({ password: 'secret' })
})
