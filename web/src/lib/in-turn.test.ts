import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

test('what concerns one thing is done in the order it was wished, and only the last knows itself as the last', async () => {
  const first = Promise.withResolvers<void>()
  const begun: string[] = []
  const last: boolean[] = []
  const wish = (name: string, held?: Promise<void>) =>
    inTurn('one', async (isLast) => {
      begun.push(name)
      await held
      last.push(isLast())
      return name
    })
  const one = wish('on', first.promise)
  const two = wish('off')
  await inTurn('another', async () => begun.push('another'))
  expect(begun).toEqual(['on', 'another'])
  first.resolve()
  expect(await Promise.all([one, two])).toEqual(['on', 'off'])
  expect(begun).toEqual(['on', 'another', 'off'])
  expect(last).toEqual([false, true])
})

test('what fails is told to whoever wished it, and holds up nobody', async () => {
  const failing = inTurn('one', () => Promise.reject(new Error('no')))
  const next = inTurn('one', async (isLast) => isLast())
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe(true)
})
