import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { createBodyRoom } from '../body-room.ts'
import { countUnheard } from './unheard.ts'

const KIB = 1024

/** A connection, what comes over its wire, and the room for messages of its user. */
function connection(roomBytes: number) {
  const wire = new EventEmitter()
  const closed: unknown[] = []
  const socket = Object.assign(new EventEmitter(), {
    close: (...why: unknown[]) => void closed.push(why),
    terminate: () => socket.emit('close'),
  })
  const room = createBodyRoom(roomBytes)
  // Somebody else: a body that is alone would have room whatever its size.
  room.hold('other', roomBytes / 2)
  countUnheard(socket as unknown as WebSocket, wire as Duplex, (bytes) => room.hold('user', bytes))
  return {
    comes: (bytes: number) => void wire.emit('data', Buffer.alloc(bytes)),
    says: (event: string, ...words: unknown[]) => void socket.emit(event, ...words),
    closed,
    /** Whether the user has all of their room. */
    isFree: () => {
      const all = room.hold('user', roomBytes / 2 - 1)
      all?.[Symbol.dispose]()
      return all !== null
    },
  }
}

test('a message that never ends is counted, and closes its connection when there is no room for more of it', () => {
  const { comes, closed, isFree } = connection(512 * KIB)
  for (let n = 0; n < 3; n += 1) comes(64 * KIB)
  expect([closed, isFree()]).toEqual([[], false])
  comes(128 * KIB)
  expect([closed, isFree()]).toEqual([[[1013, 'uploads_full']], true])
})

test('messages that end, and signs of life between them, take nothing, however many there are', () => {
  const { comes, says, closed, isFree } = connection(512 * KIB)
  for (let n = 0; n < 20; n += 1) {
    comes(200 * KIB)
    says('message')
  }
  for (let n = 0; n < 5000; n += 1) {
    comes(131)
    says('ping', Buffer.alloc(125))
  }
  expect([closed, isFree()]).toEqual([[], true])
})
