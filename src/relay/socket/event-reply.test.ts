import type { WebSocket } from 'ws'
import { afterEach, expect, test, vi } from 'vitest'
import { GatewayError } from '../../core/errors.ts'
import { Stopper } from '../../core/stop.ts'
import { STALLED_MS } from '../exchange.ts'
import { write } from '../flow.ts'
import { eventReply } from './event-reply.ts'

afterEach(() => void vi.useRealTimers())

test('a reader whose answer was cut off while it was slow keeps its connection', async () => {
  vi.useFakeTimers()
  const terminate = vi.fn()
  const socket = { bufferedAmount: 1024 * 1024, ping: () => undefined, terminate } as unknown as WebSocket
  const reply = eventReply(socket, { event: () => undefined, refused: () => undefined })
  const exchange = new Stopper()
  const written = write(reply, Buffer.from('data: {}\n\n'), exchange)
  exchange.abort(new GatewayError('limit_reached_midway'))
  await expect(written).rejects.toThrow('cut_off')
  await vi.advanceTimersByTimeAsync(2 * STALLED_MS)
  expect(terminate).not.toHaveBeenCalled()
})
