import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { frameText } from './frame-text.ts'
import { passing } from './passing.ts'

/** One end of a session, open unless it is told otherwise. */
function end() {
  const sent: string[] = []
  const written: (() => void)[] = []
  const own = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    isPaused: false,
    pause: () => void (own.isPaused = true),
    resume: () => void (own.isPaused = false),
    send(data: string, _options: object, done: () => void) {
      sent.push(data)
      written.push(done)
    },
  })
  return { own, sent, written, socket: own as unknown as WebSocket }
}

test('what comes behind a frame that is not decided yet waits for it, and its sender is not read meanwhile', async () => {
  const [from, to] = [end(), end()]
  const verdict = Promise.withResolvers<Buffer | null>()
  const looked: string[] = []
  const passed = passing(from.socket, to.socket, (data) => {
    looked.push(frameText(data))
    return frameText(data) === 'b' ? verdict.promise : data
  })
  for (const text of ['a', 'b', 'c']) from.own.emit('message', Buffer.from(text), false)
  expect([looked, to.sent.map(String), from.own.isPaused]).toEqual([['a', 'b'], ['a'], true])
  verdict.resolve(null)
  await passed.decided()
  expect([looked, to.sent.map(String), from.own.isPaused]).toEqual([['a', 'b', 'c'], ['a', 'c'], false])
})

test('a sender is read again only when nothing is undecided and the other side has taken what waits', async () => {
  const [from, to] = [end(), end()]
  const verdict = Promise.withResolvers<Buffer | null>()
  const passed = passing(from.socket, to.socket, (data) => (frameText(data) === 'b' ? verdict.promise : data))
  to.own.bufferedAmount = 2 * 1024 * 1024
  from.own.emit('message', Buffer.from('a'), false)
  from.own.emit('message', Buffer.from('b'), false)
  verdict.resolve(null)
  await passed.decided()
  expect(from.own.isPaused).toBe(true)
  to.written[0]?.()
  expect(from.own.isPaused).toBe(false)
})
