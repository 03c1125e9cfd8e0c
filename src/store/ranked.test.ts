import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Rank, rankedPage } from './ranked.ts'

const rowsOf = (ranks: readonly Rank[]) => ranks.map((rank, n) => ({ id: `id-${String(n).padStart(3, '0')}`, rank }))

const numbers = fc.array(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })), { maxLength: 40 })
const amounts = fc.array(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), { maxLength: 40 })
const texts = fc.array(fc.option(fc.string({ unit: 'grapheme' })), { maxLength: 40 })

test('pages put together are the whole list, whatever it is ordered by and however long they are', () => {
  fc.assert(
    fc.property(
      fc.oneof(numbers, amounts, texts),
      fc.boolean(),
      fc.integer({ min: 1, max: 7 }),
      (ranks, descending, limit) => {
        const rows = rowsOf(ranks)
        const whole = rankedPage(rows, { descending, limit: rows.length + 1 })
        expect(whole.next).toBeNull()
        const paged: string[] = []
        for (let cursor: string | undefined, pages = 0; pages <= rows.length; pages += 1) {
          const { ids, next } = rankedPage(rows, { descending, limit, cursor })
          paged.push(...ids)
          if (next === null) break
          cursor = next
        }
        expect(paged).toEqual(whole.ids)
        expect(whole.ids.toSorted()).toEqual(rows.map(({ id }) => id))
      },
    ),
  )
})

test('nothing comes last either way, and of equal ranks the newest first', () => {
  const rows = rowsOf([null, 2, 1, 2, null])
  const ids = (descending: boolean) => rankedPage(rows, { descending, limit: 9 }).ids.map((id) => Number(id.slice(-1)))
  expect(ids(true)).toEqual([3, 1, 2, 4, 0])
  expect(ids(false)).toEqual([2, 3, 1, 4, 0])
})

test('a page goes on where the last one ended although ranks have changed meanwhile', () => {
  const { next } = rankedPage(rowsOf([5, 4, 3, 2]), { descending: true, limit: 2 })
  const later = rankedPage(rowsOf([5, 9, 3, 2]), { descending: true, limit: 2, cursor: next ?? '' })
  expect(later).toEqual({ ids: ['id-002', 'id-003'], next: null })
})

test.each(['id-002', '[1]', '[1,"a"', '{"a":1}', '["\\x","a"]', 'x'.repeat(200)])(
  'a cursor that is not one of these begins anew: %s',
  (cursor) => {
    expect(rankedPage(rowsOf([1]), { descending: true, limit: 2, cursor }).ids).toEqual(['id-000'])
  },
)
