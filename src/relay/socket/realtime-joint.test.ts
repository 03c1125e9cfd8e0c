import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { type Joint, joined } from './realtime-joint.ts'

const OPEN = 1
const CLOSED = 3

/** One end of a conversation, what was done to it, and what is told once all that waits for it has been taken. */
function end() {
  const done: string[] = []
  const taken: (() => void)[] = []
  const events = Object.assign(new EventEmitter(), {
    OPEN,
    CLOSED,
    readyState: OPEN,
    bufferedAmount: 0,
    send: (data: Uint8Array) => void done.push(String(data)),
    ping: (_words: undefined, _mask: undefined, flushed: () => void) => void taken.push(flushed),
    close: (code: number) => void done.push(`close ${code}`),
    pause: () => undefined,
    resume: () => undefined,
  })
  return { events, socket: events as unknown as WebSocket, done, taken }
}

/** Two ends that are joined. */
function joint() {
  const [client, upstream] = [end(), end()]
  const rest = { credential: { secret: 'secret' }, early: null, book: { heard: () => true } }
  const ended = joined(client.socket, upstream.socket, rest as unknown as Joint)
  const leaves = (code: number) => {
    upstream.events.readyState = CLOSED
    upstream.events.emit('close', code)
  }
  return { client, upstream, ended, leaves }
}

test.each([
  [1000, 1000],
  [1006, 1011],
])(
  'what an upstream said last goes out to a slow reader before it is told that this is the end (%i)',
  async (code, told) => {
    const { client, upstream, ended, leaves } = joint()
    upstream.events.emit('message', Buffer.from('last'), false)
    leaves(code)
    expect(await ended).toBe('upstream_truncated')
    expect(client.done).toEqual(['last'])
    for (const flushed of client.taken) flushed()
    expect(client.done).toEqual(['last', `close ${told}`])
  },
)
