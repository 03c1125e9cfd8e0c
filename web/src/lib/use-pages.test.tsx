import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { adminListUsers } from '../../../src/contract/admin-users.ts'
import { draw } from '../test-draw.ts'
import { usePages } from './use-pages.ts'

test('a row that has moved to a later page since the one before was read is listed once', async () => {
  const pages = [
    { items: [{ id: 'ada' }, { id: 'grace' }], next: 'more' },
    { items: [{ id: 'grace' }, { id: 'joan' }], next: null },
  ]
  vi.stubGlobal('fetch', async () => Response.json(pages.shift()))
  const seen: ReturnType<typeof usePages<typeof adminListUsers>>[] = []
  const Reader = () => {
    seen.push(usePages(adminListUsers, { query: { sort: '-cost' } }))
    return null
  }
  const ids = () => seen.at(-1)?.rows?.map(({ id }) => id)
  await draw(<Reader />)
  await expect.poll(() => ids()).toEqual(['ada', 'grace'])
  await act(async () => void (await seen.at(-1)?.pages.fetchNextPage()))
  await expect.poll(() => seen.at(-1)?.pages.data?.pages).toHaveLength(2)
  expect(ids()).toEqual(['ada', 'grace', 'joan'])
})
