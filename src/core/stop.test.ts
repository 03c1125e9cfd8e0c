import { expect, test } from 'vitest'
import { signalOf, Stopper } from './stop.ts'

test('tells whoever listens once, in their order, and nobody who has left or comes later', () => {
  const stopper = new Stopper()
  const told: string[] = []
  const leaves = () => void told.push('left')
  stopper.addEventListener('abort', () => void told.push(`first: ${String(stopper.reason)}`))
  stopper.addEventListener('abort', leaves)
  stopper.addEventListener('abort', { handleEvent: () => void told.push('second') })
  stopper.removeEventListener('abort', leaves)
  expect(stopper.aborted).toBe(false)
  stopper.abort('why')
  stopper.addEventListener('abort', () => void told.push('late'))
  stopper.abort('again')
  expect(told).toEqual(['first: why', 'second'])
  expect(stopper).toMatchObject({ aborted: true, reason: 'why' })
})

test('who leaves while others are told changes nothing for them', () => {
  const stopper = new Stopper()
  const told: string[] = []
  const second = () => void told.push('second')
  stopper.addEventListener('abort', () => stopper.removeEventListener('abort', second))
  stopper.addEventListener('abort', second)
  stopper.abort('why')
  expect(told).toEqual(['second'])
})

test.each([false, true])('is an AbortSignal where one is needed, stopped before: %s', (before) => {
  const stopper = new Stopper()
  if (before) stopper.abort('why')
  const signal = signalOf(stopper)
  expect(signal.aborted).toBe(before)
  stopper.abort('why')
  expect(signal).toMatchObject({ aborted: true, reason: 'why' })
})

test('what is an AbortSignal stays as it is', () => {
  const { signal } = new AbortController()
  expect(signalOf(signal)).toBe(signal)
})
