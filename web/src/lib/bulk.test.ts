import { expect, test, vi } from 'vitest'
import { doForMany } from './bulk.ts'

const items = [
  { id: 'a', name: 'Ada' },
  { id: 'b', name: 'Bob' },
]
const fine = (id: string) => ({ id, ok: true, code: null, detail: null })

test('what was refused is told by name, and the others are counted', async () => {
  const onRefused = vi.fn()
  const act = async (ids: string[]) => ({
    results: ids.map((id) => (id === 'a' ? fine(id) : { id, ok: false, code: 'own_account', detail: 'not yourself' })),
  })
  expect(await doForMany(items, act, onRefused)).toBe(1)
  expect(onRefused.mock.calls).toEqual([[['Bob: not yourself']]])
})

test('nothing is told when nothing was refused', async () => {
  const onRefused = vi.fn()
  expect(await doForMany(items, async (ids) => ({ results: ids.map(fine) }), onRefused)).toBe(2)
  expect(onRefused).not.toHaveBeenCalled()
})
