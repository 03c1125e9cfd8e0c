import type { WebSocket } from 'ws'
import { afterEach, expect, test, vi } from 'vitest'
import { GatewayError } from '../../core/errors.ts'
import { Stopper } from '../../core/stop.ts'
import { STALLED_MS } from '../exchange.ts'
import { write } from '../flow.ts'
import { eventReply } from './event-reply.ts'

afterEach(() => void vi.useRealTimers())

const IGNORED = { event: () => undefined, refused: () => undefined }

test('a reader whose answer was cut off while it was slow keeps its connection', async () => {
  vi.useFakeTimers()
  const terminate = vi.fn()
  const socket = { bufferedAmount: 1024 * 1024, ping: () => undefined, terminate } as unknown as WebSocket
  const reply = eventReply(socket, () => false, IGNORED)
  const exchange = new Stopper()
  const written = write(reply, Buffer.from('data: {}\n\n'), exchange)
  exchange.abort(new GatewayError('limit_reached_midway'))
  await expect(written).rejects.toThrow('cut_off')
  await vi.advanceTimersByTimeAsync(2 * STALLED_MS)
  expect(terminate).not.toHaveBeenCalled()
})

test('a reader who is still taking a large event is waited for, and one who takes nothing is cut off', async () => {
  vi.useFakeTimers()
  const terminate = vi.fn()
  let moved = true
  const socket = { bufferedAmount: 20 * 1024 * 1024, ping: () => undefined, terminate } as unknown as WebSocket
  const reply = eventReply(socket, () => moved, IGNORED)
  expect(write(reply, Buffer.from('data: {}\n\n'), new Stopper())).not.toBeNull()
  await vi.advanceTimersByTimeAsync(5 * STALLED_MS)
  expect(terminate).not.toHaveBeenCalled()
  moved = false
  await vi.advanceTimersByTimeAsync(STALLED_MS)
  expect(terminate).toHaveBeenCalledOnce()
})

/** What a reader is told of an answer that is written in these pieces. */
function toldOf(pieces: string[]): string[] {
  const told: string[] = []
  const socket = { bufferedAmount: 0 } as unknown as WebSocket
  const reply = eventReply(socket, () => false, { event: (data) => void told.push(data), refused: () => undefined })
  reply.writeHead(200, {})
  for (const piece of pieces) reply.write(Buffer.from(piece))
  reply.end()
  return told
}

test.each(['', '\n', '\r', '\r\n'])('a last event with no empty line behind it (%j) is told at the end', (tail) => {
  const pieces = ['data: {"n":1}\n\n', 'event: last\ndata: {"n"', `:2}${tail}`]
  expect(toldOf(pieces)).toEqual(['{"n":1}', '{"n":2}'])
})

test('the beginning of an event that never ended is not told', () => {
  expect(toldOf(['data: {"n":1}\n\n', 'data: {"n":'])).toEqual(['{"n":1}'])
})

test('the mark that ends a stream of OpenAI’s dialects is no event', () => {
  expect(toldOf(['data: {"n":1}\n\n', 'data: [DONE]\n\n'])).toEqual(['{"n":1}'])
  expect(toldOf(['data: {"n":1}\n\ndata: [DONE]'])).toEqual(['{"n":1}'])
})
