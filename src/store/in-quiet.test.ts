import { expect, test } from 'vitest'
import { createQuiet } from './in-quiet.ts'

/** What is asked, told by name as it begins; each ends when it is told to. */
function asked(most: number) {
  const quiet = createQuiet(most)
  const begun: string[] = []
  const start = (name: string) => {
    const end = Promise.withResolvers<void>()
    const act = () => {
      begun.push(name)
      return end.promise
    }
    return { act, end: end.resolve }
  }
  const soon = (name: string) => {
    const { act, end } = start(name)
    const ended = quiet.soon(act)
    return async () => {
      end()
      await ended
    }
  }
  const inQuiet = (name: string) => {
    const { act, end } = start(name)
    end()
    return quiet.inQuiet(act)
  }
  return { begun, soon, inQuiet, quiet }
}

test('what nobody waits for begins when nothing else is under way', async () => {
  const { begun, soon, inQuiet } = asked(10)
  await inQuiet('alone')
  const [endA, endB] = [soon('a'), soon('b')]
  const later = [inQuiet('first'), inQuiet('second')]
  await endA()
  expect(begun).toEqual(['alone', 'a', 'b'])
  await endB()
  await Promise.all(later)
  expect(begun).toEqual(['alone', 'a', 'b', 'first', 'second'])
})

test('where there is always somebody it is done all the same, after so many of them', async () => {
  const { begun, soon, inQuiet } = asked(2)
  let end = soon('0')
  const patient = inQuiet('patient')
  for (const name of ['1', '2', '3']) {
    const next = soon(name)
    await end()
    end = next
  }
  await patient
  expect(begun).toEqual(['0', '1', '2', 'patient', '3'])
  await end()
})

test('one that fails lets others go as well', async () => {
  const { begun, inQuiet, quiet } = asked(10)
  const fails = quiet.soon(() => Promise.reject(new Error('locked')))
  const later = inQuiet('later')
  await expect(fails).rejects.toThrow('locked')
  await later
  expect(begun).toEqual(['later'])
})
