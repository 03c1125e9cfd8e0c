import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { answerConfirm, useConfirm, type Question } from '../../lib/confirm.ts'
import { draw, settled } from '../../test-draw.ts'
import { GroupsDrawer } from './groups-drawer.tsx'

test('a group is deleted by who types its name', async () => {
  const group = { id: 'g1', name: '研发', multiplier: '1', users: 0, allow_models: null, limits: [], default: false }
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${url}`)
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ items: [group] })
  })
  let question: Question | null = null
  const Place = () => {
    question = useConfirm()
    return <GroupsDrawer onClose={() => {}} />
  }
  await draw(<Place />, { texts: ['users', 'limits', 'ui'] })
  const remove = () => document.querySelector<HTMLButtonElement>('button[aria-label^="删除"]')
  await settled(() => expect(remove()).not.toBeNull())
  await act(async () => remove()?.click())
  expect(question).toMatchObject({ variant: 'danger', typeToConfirm: '研发' })
  await act(async () => answerConfirm(true))
  await settled(() => expect(asked).toContain('DELETE /api/admin/groups/g1'))
})
