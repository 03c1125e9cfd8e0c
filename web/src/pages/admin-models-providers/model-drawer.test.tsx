import { expect, test, vi } from 'vitest'
import { draw } from '../../test-draw.ts'
import { ModelDrawer } from './model-drawer.tsx'

const MODEL = {
  id: 'house-model',
  display_name: 'House',
  vendor: '',
  kind: 'chat',
  context: null,
  max_output: null,
  abilities: [],
  aliases: [],
  price: null,
  enabled: true,
  strategy: null,
  first_token_ms: null,
  idle_ms: null,
  protocols: [],
  providers: { active: 0, total: 0 },
  created_at: '2026-11-01T00:00:00.000Z',
  version: 4,
}

test('a model that somebody else has changed meanwhile is not written over, and whoever saves is told', async () => {
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', async (url: string, { method, headers }: RequestInit) => {
    if (method !== 'PATCH') return Response.json({ items: url === '/api/admin/models' ? [MODEL] : [], next: null })
    sent.push(new Headers(headers).get('if-match'))
    return Response.json({ code: 'version_conflict', detail: '内容已被其他人修改' }, { status: 409 })
  })
  const onClose = vi.fn<() => void>()
  await draw(<ModelDrawer id={MODEL.id} onClose={onClose} />, { texts: ['providers', 'offers', 'ui', 'audit'] })
  // What is loaded with the drawer is drawn whenever it comes.
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
  const form = () => document.querySelector('form')
  await expect.poll(() => form()?.querySelectorAll('input').length).toBeGreaterThan(3)
  form()?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
  await expect.poll(() => document.body.textContent).toContain('内容已被其他人修改')
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  expect(sent).toEqual(['"4"'])
  expect(onClose).not.toHaveBeenCalled()
})
