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

test('what the server refuses of hours stands at their inputs, unfolded for it', async () => {
  const window = { days: [1], from: '09:00', to: '12:00' }
  const hours = { factor: '0.5', utc_offset: 480, windows: [window], dates: ['2026-10-01'] }
  const priced = { ...MODEL, price: { input: '1', tiers: [], hours } }
  const fields = {
    'price.hours.windows.0.to': '太早了',
    'price.hours.dates.0': '不是这一天',
    'price.hours.factor': '太大了',
  }
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method !== 'PATCH') return Response.json({ items: url === '/api/admin/models' ? [priced] : [], next: null })
    return Response.json({ code: 'invalid_request', detail: '请检查', fields }, { status: 422 })
  })
  await draw(<ModelDrawer id={MODEL.id} onClose={() => {}} />, {
    texts: ['providers', 'offers', 'ui', 'audit', 'prices'],
  })
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
  const section = () => document.querySelector('section[aria-label="计价时段"]')
  await expect.poll(() => section()?.textContent).toContain('闲时 ×0.5')
  expect(section()?.querySelector('input')).toBeNull()
  document.querySelector('form')?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
  const wrong = () =>
    [...(section()?.querySelectorAll('[aria-invalid="true"]') ?? [])].map((input) => [
      (input as HTMLInputElement).value,
      ...(input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id))
        .flatMap((told) => (told?.role === 'alert' ? [told.textContent] : [])),
    ])
  await expect.poll(wrong).toEqual([
    ['0.5', '太大了'],
    ['12:00', '太早了'],
    ['2026-10-01', '不是这一天'],
  ])
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
