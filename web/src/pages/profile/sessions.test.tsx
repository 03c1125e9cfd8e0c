import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { toast } from '../../lib/toast.ts'
import { draw, settled } from '../../test-draw.ts'
import { Sessions } from './sessions.tsx'

const AT = '2026-11-01T08:00:00.000Z'
const session = (id: string, current: boolean) => ({
  id,
  current,
  user_agent: 'curl',
  ip: '10.0.0.1',
  created_at: AT,
  last_seen_at: AT,
})
const button = (text: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === text)

/** Ends a session that the server then knows as `status` says; what is told of it. */
async function told(status: number): Promise<string[]> {
  const items = [session('s1', true), session('s2', false)]
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) =>
    method === 'GET'
      ? new Response(JSON.stringify({ items, next: null }))
      : new Response(JSON.stringify({ code: 'not_found' }), { status }),
  )
  const said: string[] = []
  const note = (title: string) => said.push(title)
  vi.spyOn(toast, 'success').mockImplementation(note)
  vi.spyOn(toast, 'error').mockImplementation(note)
  await draw(<Sessions />, { at: '/profile', texts: ['profile', 'ui'] })
  await settled(() => expect(button('退出')).toBeDefined())
  await act(async () => button('退出')?.click())
  await settled(() => expect(said).not.toEqual([]))
  return said
}

test('a session that ended meanwhile is as ended as it was to be', async () => {
  expect(await told(404)).toEqual(['会话已退出'])
})

test('one that could not be ended is told of', async () => {
  expect(await told(400)).toEqual(['操作失败，请稍后重试'])
})
