import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { GroupView } from '../../../../src/contract/groups.ts'
import { answerConfirm, useConfirm, type Question } from '../../lib/confirm.ts'
import { draw, settled } from '../../test-draw.ts'
import '../../ui/menu-popup.tsx'
import { AudienceBulk } from './audience-bulk.tsx'

const group = (id: string, allow_models: string[] | null) => ({ id, name: id, allow_models, version: 1 }) as GroupView

/** The menu of what is to be done with the models `a` and `b`, what is asked before, and what the server is sent. */
async function menuOver(groups: readonly GroupView[]) {
  const sent: { url: string; models: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (method === 'PATCH') sent.push({ url, models: (JSON.parse(body as string) as GroupView).allow_models })
    return Response.json({ items: groups })
  })
  let question: Question | null = null
  const Place = () => {
    question = useConfirm()
    return <AudienceBulk models={['a', 'b']} />
  }
  const { place } = await draw(<Place />, { texts: ['offers', 'providers', 'ui'] })
  const line = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('[role^=menuitem]')].find((one) => one.textContent?.startsWith(name))
  const open = async () => {
    await act(async () => place.querySelector('button')?.click())
    await settled(() => expect(line('管理分组')).toBeDefined())
  }
  await open()
  return { sent, line, open, asked: () => question }
}

test('a group that chooses its models is given all that are picked', async () => {
  const { sent, line } = await menuOver([group('everything', null), group('some', ['b', 'c'])])
  await settled(() => expect(line('some')?.textContent).toContain('1 / 2'))
  expect(line('everything')).toBeUndefined()
  await act(async () => line('some')?.click())
  await settled(() => expect(sent).toEqual([{ url: '/api/admin/groups/some', models: ['c', 'a', 'b'] }]))
})

test('they are taken from it once that is confirmed, but never its last ones', async () => {
  const { sent, line, open, asked } = await menuOver([group('many', ['a', 'b', 'c']), group('alone', ['a', 'b'])])
  await settled(() => expect(line('many')).toBeDefined())
  expect(line('alone')?.getAttribute('aria-disabled')).toBe('true')
  await act(async () => line('many')?.click())
  await settled(() => expect(asked()).toMatchObject({ variant: 'warning', title: '不再允许「many」使用' }))
  await act(async () => answerConfirm(false))
  expect(sent).toEqual([])
  await open()
  await act(async () => line('many')?.click())
  await act(async () => answerConfirm(true))
  await settled(() => expect(sent).toEqual([{ url: '/api/admin/groups/many', models: ['c'] }]))
})
