import type { InfiniteData } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { marked } from './marks.ts'

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
