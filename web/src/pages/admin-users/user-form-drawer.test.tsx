import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import { draw, settled } from '../../test-draw.ts'
import { UserFormDrawer } from './user-form-drawer.tsx'

const USER = {
  id: 'u1',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'user',
  status: 'active',
  group: null,
  billing: 'unlimited',
  limits: [],
  allow_models: null,
  deny_models: [],
  allow_providers: null,
  allow_ips: null,
  note: '',
  version: 4,
} as unknown as AdminUser

test('an account is changed from the newest version that is as the form has it, and whoever is refused is told', async () => {
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, { method, headers }: RequestInit) => {
    if (method !== 'PATCH') return Response.json({ items: [], next: null })
    sent.push(new Headers(headers).get('if-match'))
    return Response.json({ code: 'version_conflict', detail: '内容已被其他人修改' }, { status: 409 })
  })
  const onClose = vi.fn<() => void>()
  const { redraw } = await draw(<UserFormDrawer edited={USER} onClose={onClose} />, {
    texts: ['users', 'limits', 'keys', 'ui'],
  })
  // The list behind the form goes on.
  await redraw(<UserFormDrawer edited={{ ...USER, version: 5 }} onClose={onClose} />)
  const form = () => document.querySelector('form')
  await settled(() => expect(form()?.querySelectorAll('input').length).toBeGreaterThan(3))
  await act(async () => form()?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true })))
  await settled(() => expect(sent).toHaveLength(1))
  await settled(() => expect(document.body.textContent).toContain('内容已被其他人修改'))
  expect(sent).toEqual(['"5"'])
  expect(onClose).not.toHaveBeenCalled()
})
