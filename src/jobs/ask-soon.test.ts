import { expect, test } from 'vitest'
import { openSoonAsked } from './ask-soon.ts'
import { account, testDesk, TOLD } from './test-desk.ts'

const noFault = (error: unknown) => {
  throw error
}

test('credentials are asked after one after another, and whoever had them asked waits for nothing', async () => {
  const desk = testDesk([account('acme')])
  await using soon = openSoonAsked(desk, noFault)
  soon.ask('acme', ['one', 'two'])
  expect(desk.asked).toEqual([])
  await expect.poll(() => desk.saved).toEqual(['acme one true', 'acme two true'])
  expect(desk.asked).toEqual(['https://acme.example/v1 secret of one', 'https://acme.example/v1 secret of two'])
})

test('an end while a vendor is asked keeps nothing, asks nobody else, is waited for and is no fault', async () => {
  const asked = Promise.withResolvers<AbortSignal>()
  const faults: unknown[] = []
  const desk = testDesk([account('acme')])
  const ask: typeof desk.ask = ({ signal }) => {
    asked.resolve(signal)
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(TOLD)))
  }
  const soon = openSoonAsked({ ...desk, ask }, (error) => void faults.push(error))
  soon.ask('acme', ['one', 'two'])
  const signal = await asked.promise
  expect(signal.aborted).toBe(false)
  await soon[Symbol.asyncDispose]()
  expect([signal.aborted, desk.saved, faults]).toEqual([true, [], []])
})

test('what fails unforeseen is told, and the next is asked all the same', async () => {
  const faults: unknown[] = []
  const broken = new Error('the database is away')
  const desk = testDesk([account('acme')])
  const lineOf = async (id: string) => {
    if (id === 'gone') throw broken
    return undefined
  }
  const providers = { ...desk.providers, get: async () => account('acme'), lineOf }
  await using soon = openSoonAsked({ ...desk, providers }, (error) => void faults.push(error))
  soon.ask('gone', ['one'])
  soon.ask('acme', ['two'])
  await expect.poll(() => [faults, desk.saved]).toEqual([[broken], ['acme two true']])
})
