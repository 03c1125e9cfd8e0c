import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { draw } from '../../test-draw.ts'
import { toast, useToasts } from '../toast.ts'
import { useAskBalance } from './use-ask-balance.ts'

const shown: ReturnType<typeof useToasts>[] = []
const asking: ReturnType<typeof useAskBalance>[] = []

function Reader() {
  shown.push(useToasts())
  asking.push(useAskBalance({ id: 'p', name: 'Acme' }))
  return null
}

afterEach(() => {
  for (const { id } of shown.at(-1) ?? []) act(() => toast.close(id))
})

const balance = { amount: '18.4', currency: 'CNY', at: '2026-11-20T08:00:00.000Z' }
const ONE = { id: 'c1', name: 'one', balance, balance_failure: null }
const TWO = { id: 'c2', name: 'two', balance, balance_failure: { problem: 'timeout', since: balance.at } }

test('each credential is asked after in turn, and what came of it is said', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json({ credentials: [ONE, TWO] })
  })
  await draw(<Reader />, { texts: ['providers'] })
  await act(async () => asking.at(-1)?.ask([ONE, TWO]))
  expect(asked.slice(0, 2)).toEqual([
    '/api/admin/providers/p/credentials/c1/balance',
    '/api/admin/providers/p/credentials/c2/balance',
  ])
  const said = (shown.at(-1) ?? []).map(({ title, message }) => [title, message].filter(Boolean).join(' | '))
  expect(said.toSorted()).toEqual(['Acme · one 的账户余额：¥18.40', '查询余额失败：Acme · two | 上游没有在限时内响应'])
})
