import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { draw } from '../../test-draw.ts'
import { useSaving } from './use-saving.ts'

const seen: ReturnType<typeof useSaving>[] = []
function Reader() {
  seen.push(useSaving())
  return null
}

beforeEach(() => draw(<Reader />))

test('an older answer that comes late says nothing of the newer choice', async () => {
  const older = Promise.withResolvers<void>()
  const newer = Promise.withResolvers<void>()
  act(() => seen.at(-1)?.follow(older.promise))
  act(() => seen.at(-1)?.follow(newer.promise))
  await act(async () => newer.resolve())
  expect(seen.at(-1)?.saving).toBe('saved')
  await act(async () => older.reject(new Error('late')))
  expect(seen.at(-1)?.saving).toBe('saved')
})

test('a choice that is still on its way is not said to be saved because the one before it is', async () => {
  const older = Promise.withResolvers<void>()
  act(() => seen.at(-1)?.follow(older.promise))
  act(() => seen.at(-1)?.follow(new Promise(() => null)))
  await act(async () => older.resolve())
  expect(seen.at(-1)?.saving).toBe('idle')
})
