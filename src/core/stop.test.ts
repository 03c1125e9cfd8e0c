import { expect, test } from 'vitest'
import { signalOf, Stopper } from './stop.ts'

test('whoever listens is told once why it ended, and those who no longer listen are not', () => {
  const stop = new Stopper()
  const heard: unknown[] = []
  const left = () => heard.push('left')
  stop.addEventListener('abort', () => heard.push(stop.reason))
  stop.addEventListener('abort', { handleEvent: () => heard.push('object') })
  stop.addEventListener('abort', left)
  stop.removeEventListener('abort', left)
  stop.abort('first')
  stop.abort('second')
  expect([stop.aborted, stop.reason, heard]).toEqual([true, 'first', ['first', 'object']])
})

test('whoever ends it once more because of its end is told nothing new', () => {
  const stop = new Stopper()
  let times = 0
  stop.addEventListener('abort', () => {
    times += 1
    stop.abort('again')
  })
  stop.abort('first')
  expect([times, stop.reason]).toEqual([1, 'first'])
})

test('as a signal it ends with it, now or later, and one that is a signal stays the same', () => {
  const stop = new Stopper()
  const signal = signalOf(stop)
  expect(signal.aborted).toBe(false)
  stop.abort('over')
  expect([signal.aborted, signal.reason, signalOf(stop).reason]).toEqual([true, 'over', 'over'])
  expect(signalOf(signal)).toBe(signal)
})
