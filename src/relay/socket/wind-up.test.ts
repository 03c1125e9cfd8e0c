import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { windUp } from './wind-up.ts'

/** An upstream's end of a conversation, and what was done to it. */
function end() {
  const done: string[] = []
  const events = new EventEmitter()
  const upstream = Object.assign(events, {
    resume: () => void done.push('resume'),
    close: () => void done.push('close'),
  }) as unknown as Parameters<typeof windUp>[0]['upstream']
  return { upstream, events, done }
}

const never = new Promise<never>(() => undefined)
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

test('an upstream that says nothing any more is waited for no longer than ten seconds', async () => {
  const { upstream, done } = end()
  const waits: number[] = []
  await windUp({ book: { left: () => never }, upstream, wait: async (ms) => void waits.push(ms) })
  expect(waits).toEqual([10_000])
  expect(done).toEqual(['resume', 'close'])
})

test('one that has said all is let go at once, and the wait ends with it', async () => {
  const { upstream, done } = end()
  const waited = Promise.withResolvers<void>()
  const wait = (_ms: number, signal: AbortSignal) => untilAborted(signal).then(waited.resolve)
  await windUp({ book: { left: async () => undefined }, upstream, wait })
  await waited.promise
  expect(done).toEqual(['resume', 'close'])
})

test('one that leaves too is not waited for', async () => {
  const { upstream, events, done } = end()
  const ending = windUp({ book: { left: () => never }, upstream, wait: (_ms, signal) => untilAborted(signal) })
  events.emit('close')
  await ending
  expect(done).toEqual(['resume', 'close'])
})
