import { expect, test, vi } from 'vitest'
import { doForMany } from './bulk.ts'
import { answerConsent } from './consent.ts'

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

const declined = async <T>(done: Promise<T>): Promise<T> => {
  let over = false
  void done.finally(() => (over = true))
  const answered = () => {
    answerConsent(null)
    return over
  }
  await expect.poll(answered).toBe(true)
  return done
}
const wantsPassword = (id: string) => ({ id, ok: false, code: 'password_needed', detail: 'password' })

test('who declines to give the password is told what was refused for it, and what was done counts', async () => {
  const onRefused = vi.fn()
  const act = async (ids: string[]) => ({ results: ids.map((id) => (id === 'a' ? fine(id) : wantsPassword(id))) })
  expect(await declined(doForMany(items, act, onRefused))).toBe(1)
  expect(onRefused.mock.calls).toEqual([[['Bob: password']]])
})

test('who declines before anything was done is told nothing', async () => {
  const onRefused = vi.fn()
  const act = async (ids: string[]) => ({ results: ids.map(wantsPassword) })
  expect(await declined(doForMany(items, act, onRefused))).toBeUndefined()
  expect(onRefused).not.toHaveBeenCalled()
})
