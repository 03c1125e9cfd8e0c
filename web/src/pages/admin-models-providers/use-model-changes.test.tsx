import { expect, test, vi } from 'vitest'
import { adminListModels, type Model } from '../../../../src/contract/models.ts'
import { keyOf, queryClient } from '../../lib/query.ts'
import { draw } from '../../test-draw.ts'
import { useModelChanges } from './use-model-changes.ts'

// Of a model only what is changed here counts.
const model = { id: 'm-1', display_name: 'One', enabled: true } as Model
const list = keyOf(adminListModels, {})
const shown = () => (queryClient.getQueryData(list) as { items: Model[] }).items[0]

/** The changes as a row has them, and a server that answers when it is told to. */
async function rowAndServer() {
  const asked: { enabled: boolean; answer: () => void }[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    const { enabled } = JSON.parse(body as string) as Model
    await new Promise<void>((answer) => asked.push({ enabled, answer }))
    return Response.json({ ...model, enabled })
  })
  let changes: ReturnType<typeof useModelChanges> | undefined
  const Row = () => {
    changes = useModelChanges()
    return null
  }
  await draw(<Row />, { texts: ['providers'] })
  queryClient.setQueryData(list, { items: [model] })
  return { asked, changes }
}

test('a model that is switched twice is asked for in that order, and shows the last wish all the while', async () => {
  const { asked, changes } = await rowAndServer()
  const off = changes?.setEnabled(model, false)
  const on = changes?.setEnabled(shown() ?? model, true)
  await vi.waitUntil(() => asked.length > 0)
  expect(asked.map(({ enabled }) => enabled)).toEqual([false])
  asked[0]?.answer()
  await off
  expect(shown()?.enabled).toBe(true)
  await vi.waitUntil(() => asked.length > 1)
  asked[1]?.answer()
  await on
  expect(asked.map(({ enabled }) => enabled)).toEqual([false, true])
  expect(shown()?.enabled).toBe(true)
})
