import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { createBodyRoom } from '../body-room.ts'
import { CALLER } from '../routing/test-targets.ts'
import { serveResponses } from './responses-socket.ts'
import type { Bound } from './session.ts'

/** A connection to a gateway that has room for so many bytes; messages are never answered. */
function connect(roomBytes: number) {
  const sent: { status?: number; stream_id?: string; error?: { code: string } }[] = []
  const socket = Object.assign(new EventEmitter(), {
    send: (text: string) => void sent.push(JSON.parse(text) as object),
  })
  const options = {
    bodyRoom: createBodyRoom(roomBytes),
    live: { watch: () => ({ [Symbol.dispose]: () => undefined }) },
    directory: { keyByHash: () => CALLER },
    clock: { now: () => 0, monotonicMs: () => 0 },
  }
  const steps = { watch: () => ({ [Symbol.dispose]: () => undefined }), admit: () => new Promise(() => undefined) }
  serveResponses(socket as unknown as WebSocket, { caller: CALLER, headers: {}, ip: '', locale: 'en' }, {
    options,
    steps,
    query: new URLSearchParams(),
    room: { mostBytes: 1, used: 0 },
  } as unknown as Bound)
  const say = (message: object) => void socket.emit('message', Buffer.from(JSON.stringify(message)), false)
  return { sent, say }
}

test('a message for which there is no room is refused by its name, and those before it wait on', () => {
  const { sent, say } = connect(1000)
  const message = (stream_id: string, words: number) => ({
    type: 'response.create',
    stream_id,
    input: 'word '.repeat(words),
  })
  say(message('a', 60))
  expect(sent).toEqual([])
  say(message('b', 60))
  expect(sent).toMatchObject([{ type: 'error', status: 503, stream_id: 'b' }])
})
