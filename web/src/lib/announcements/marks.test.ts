import { InfiniteQueryObserver, type InfiniteData } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listAnnouncements } from '../../../../src/contract/announcements.ts'
import { keyOf, queryClient } from '../query.ts'
import { mark, marked } from './marks.ts'

type Pages = Parameters<typeof marked>[0]

const row = (id: string, read: boolean) => ({ id, read })
const counts = { all: 5, unread: 2, maintenance: 0 }
const data = {
  pages: [
    { items: [row('a', false), row('b', true)], next: 'c', counts },
    { items: [row('c', false)], next: null, counts },
  ],
  pageParams: [null, 'c'],
} as InfiniteData<unknown> as Pages

const facts = (pages: Pages) => pages.pages.map((page) => [page.items.map(({ read }) => read), page.counts.unread])

test('what is read stays where it stands, and every page counts one less', () => {
  expect(facts(marked(data, 'c', true))).toEqual([
    [[false, true], 1],
    [[true], 1],
  ])
  expect(facts(marked(data, 'b', false))).toEqual([
    [[false, false], 3],
    [[false], 3],
  ])
})

test('marking what is marked already, or is not in the list, changes nothing', () => {
  expect(marked(data, 'b', true)).toBe(data)
  expect(marked(data, 'x', true)).toBe(data)
})

test('a list that was asked for before the mark shows it all the same', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  const answer = Promise.withResolvers<Pages['pages'][number]>()
  const list = new InfiniteQueryObserver(queryClient, {
    queryKey: [...keyOf(listAnnouncements, {}), 'pages'],
    queryFn: () => answer.promise,
    initialPageParam: null,
    getNextPageParam: () => null,
  })
  onTestFinished(list.subscribe(() => undefined))
  onTestFinished(() => {
    queryClient.clear()
    vi.unstubAllGlobals()
  })
  await mark('a', true)
  answer.resolve({ items: [row('a', false), row('b', true)], next: null, counts } as Pages['pages'][number])
  const shown = () => list.getCurrentResult().data as unknown as Pages
  await expect.poll(() => facts(shown())).toEqual([[[true, true], 1]])
})
