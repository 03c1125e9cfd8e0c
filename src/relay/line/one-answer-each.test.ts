import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rawVendor, read, sized, testUpstream } from './test-vendor.ts'

const CHUNKS = (text: string) =>
  `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${text.replaceAll(/./g, '1\r\n$&\r\n')}0\r\n\r\n`
const FORGED = sized('forged')

/** How a vendor answers a call, and what its caller may hear besides all of the answer. */
const MANNERS: Readonly<Record<string, { say: (socket: Socket, text: string) => void; broken?: 'broken' }>> = {
  sized: { say: (socket, text) => socket.write(sized(text)) },
  long: { say: (socket, text) => socket.write(sized(text)) },
  chunked: { say: (socket, text) => socket.write(CHUNKS(text)) },
  hinted: { say: (socket, text) => socket.write(`HTTP/1.1 103 Early Hints\r\n\r\n${sized(text)}`) },
  closing: { say: (socket, text) => socket.write(sized(text, 'connection: close\r\n')) },
  closed: { say: (socket, text) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${text}`) },
  'sized and closed': { say: (socket, text) => socket.end(sized(text)) },
  'sized and more': { say: (socket, text) => socket.write(sized(text) + FORGED) },
  'chunked and more': { say: (socket, text) => socket.write(CHUNKS(text) + FORGED) },
  'nothing told and more': {
    say: (socket) => socket.write(`HTTP/1.1 204 No Content\r\n\r\n${FORGED}`),
    broken: 'broken',
  },
  slow: { say: (socket, text) => void sayInPieces(socket, CHUNKS(text)) },
  half: { say: (socket, text) => socket.end(sized(text).slice(0, -2)), broken: 'broken' },
  'half a head': { say: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le'), broken: 'broken' },
  reset: { say: (socket) => socket.resetAndDestroy(), broken: 'broken' },
  'no answer': { say: (socket) => socket.write('SSH-2.0-a\r\n'), broken: 'broken' },
}

/** More than a reader may lag behind, in one read. */
const LONG = 'x'.repeat(60 * 1024)
const textOf = (number: string, manner: string) => `answer ${number}.${manner === 'long' ? LONG : ''}`

async function sayInPieces(socket: Socket, text: string): Promise<void> {
  for (let at = 0; at < text.length && socket.writable; at += 7) {
    socket.write(text.slice(at, at + 7))
    await setImmediate()
  }
}

const CALL = fc.record({
  manner: fc.constantFrom(...Object.keys(MANNERS)),
  /** Turns of the loop after which the caller leaves. */
  leaves: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat({ max: 6 }) }),
  /** Turns of the loop that go by before they read. */
  lags: fc.constantFrom(0, 0, 1, 20),
})
const ROUNDS = fc.array(fc.array(CALL, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate()
}

/** What was sent, to a reader who is so many turns late. */
async function lagging<T>(sent: Promise<T>, late: number): Promise<T> {
  try {
    return await sent
  } finally {
    await turns(late)
  }
}

test('each call hears its own answer or a part of it and that it failed, whatever came on its connection before', async () => {
  const asked: string[] = []
  await using vendor = await rawVendor((socket, heard) => {
    const [, number = '', manner = ''] = /<(\d+) ([^>]+)>$/.exec(heard) ?? []
    asked.push(number)
    MANNERS[manner]?.say(socket, textOf(number, manner))
  })
  let number = 0
  const run = fc.asyncProperty(ROUNDS, async (rounds) => {
    await using upstream = testUpstream()
    for (const calls of rounds)
      await Promise.all(
        calls.map(async ({ manner, leaves, lags }) => {
          const own = String((number += 1))
          const caller = new AbortController()
          const body = Buffer.from(`<${own} ${manner}>`)
          const outcome = read(lagging(upstream.send(vendor.url, { body, signal: caller.signal }), lags))
          if (leaves !== null) {
            await turns(leaves)
            caller.abort()
          }
          const [text = '', failure] = (await outcome).split('!')
          const whole = manner === 'nothing told and more' ? '' : textOf(own, manner)
          expect([manner, whole.startsWith(text)]).toEqual([manner, true])
          if (failure === undefined) expect([manner, text]).toEqual([manner, whole])
          else if (leaves === null)
            expect([manner, failure, MANNERS[manner]?.broken]).toEqual([manner, 'reset', 'broken'])
        }),
      )
  })
  await fc.assert(run, { numRuns: 150 })
  // Nothing was sent twice: a vendor may have been at it already.
  expect(new Set(asked).size).toBe(asked.length)
  expect(vendor.sockets.length).toBeLessThan(asked.length)
})
