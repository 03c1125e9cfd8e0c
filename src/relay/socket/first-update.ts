import { once } from 'node:events'
import type { RawData, WebSocket } from 'ws'
import { GatewayError } from '../../core/errors.ts'
import { modelsNamed } from '../../protocols/realtime/session-models.ts'
import { SECOND_MS } from '../../core/time.ts'
import { frameBytes } from './frame-text.ts'
import type { Bound } from './session.ts'

/** Clients name the model as soon as they are connected; who does not holds a place of their key's for nothing. */
const FIRST_MS = 60 * SECOND_MS

/** What a caller said before there was an upstream to say it to: the model they named first, and the frames so far. */
type Opening = { model: string; early: Disposable }

/**
 * Waits for the update that begins a session which only transcribes, and says which model it names; throws where the caller says
 * something else, nothing for a minute, or leaves. The frames are the caller's again, in order, when `early` is disposed of.
 */
export async function firstUpdate(
  client: WebSocket,
  signal: AbortSignal,
  wait: Bound['steps']['wait'],
): Promise<Opening> {
  const frames: [RawData, boolean][] = []
  // Frames that came in one piece are told in one go, whether or not the socket is paused by then.
  const keep = (...frame: [RawData, boolean]) => void frames.push(frame)
  client.on('message', keep)
  client.resume()
  const over = new AbortController()
  const ended = AbortSignal.any([signal, over.signal])
  await Promise.race([once(client, 'message', { signal: ended }).catch(() => undefined), wait(FIRST_MS, ended)])
  over.abort()
  client.pause()
  const [[data] = [Buffer.alloc(0)]] = frames
  const named = modelsNamed(frameBytes(data))?.find(({ role }) => role === 'transcriber')
  if (!named) throw new GatewayError('transcriber_unnamed')
  const early = {
    [Symbol.dispose]() {
      client.off('message', keep)
      for (const frame of frames) client.emit('message', ...frame)
    },
  }
  return { model: named.name, early }
}
