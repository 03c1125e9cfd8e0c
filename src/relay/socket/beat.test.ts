import { EventEmitter } from 'node:events'
import type { WebSocket } from 'ws'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepAlive, PING_MS } from './beat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A connection of which so much waits to be taken; each beat passes after `before`. */
function connect() {
  const state = { takes: false, pings: 0, ended: false }
  const socket = Object.assign(new EventEmitter(), {
    bufferedAmount: 0,
    ping: () => void (state.pings += 1),
    terminate() {
      state.ended = true
      socket.emit('close')
    },
  })
  keepAlive(socket as unknown as WebSocket, () => state.takes)
  return { state, socket, beat: () => vi.advanceTimersByTimeAsync(PING_MS) }
}

test('a peer who answers no ping is gone, though the machine between takes each ping', async () => {
  const { state, beat } = connect()
  state.takes = true
  await beat()
  expect(state).toMatchObject({ pings: 1, ended: false })
  await beat()
  expect(state.ended).toBe(true)
})

test('a peer who has yet to read what the ping waits behind is there as long as bytes move', async () => {
  const { state, socket, beat } = connect()
  Object.assign(state, { takes: true })
  socket.bufferedAmount = 1024 * 1024
  for (let beats = 0; beats < 10; beats += 1) await beat()
  expect(state.ended).toBe(false)
  state.takes = false
  await beat()
  expect(state.ended).toBe(true)
})

test('a ping that all was taken before has its time to be answered', async () => {
  const { state, socket, beat } = connect()
  state.takes = true
  socket.bufferedAmount = 1024 * 1024
  await beat()
  socket.bufferedAmount = 0
  await beat()
  expect(state.ended).toBe(false)
  socket.emit('pong')
  await beat()
  expect(state.ended).toBe(false)
  await beat()
  expect(state.ended).toBe(true)
})
