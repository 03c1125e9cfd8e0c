import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { CallError } from '../lib/call-error.ts'
import { draw } from '../test-draw.ts'
import { ErrorLine, ErrorState } from './error-state.tsx'

const refused = new CallError(401, { code: 'not_permitted', detail: '权限不足', request_id: 'req_1' })

test('what must not be seen from here says why and leads back, and is not asked for again', async () => {
  const { place } = await draw(<ErrorState error={refused} onRetry={() => {}} />, { at: '/admin/users', texts: ['ui'] })
  expect(place.querySelector('h3')?.textContent).toBe('没有权限查看')
  expect(place.textContent).toContain('管理后台只接受指定网络的访问')
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/dashboard')
  expect([place.querySelectorAll('button').length, place.querySelector('[role=alert]')]).toEqual([0, null])
})

test('in one line it says so too', async () => {
  const { place } = await draw(<ErrorLine error={refused} onRetry={() => {}} />, { texts: ['ui'] })
  expect(place.textContent).toBe('没有权限查看')
})

test('what could not be loaded says why, with the id of its request, and is asked for again', async () => {
  const again = vi.fn()
  const error = new CallError(503, { code: 'unavailable', detail: '暂不可用', request_id: 'req_1' })
  const { place } = await draw(<ErrorState error={error} onRetry={again} />, { texts: ['ui'] })
  for (const said of ['加载失败', '暂不可用', 'req_1']) expect(place.textContent).toContain(said)
  await act(async () => place.querySelector<HTMLElement>('.empty > .row button')?.click())
  expect(again).toHaveBeenCalledOnce()
})
