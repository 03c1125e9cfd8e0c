import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startBlackHole } from '../toxic/black-hole.ts'
import { startToxic } from '../toxic/toxic.ts'
import { startVendor } from '../vendor/server.ts'
import { LONG, reached } from './figures.ts'
import { idOf, startStage } from './stage.ts'

/** A server that ends every connection as soon as something is said to it. */
async function startBrusque() {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => void server.close()
  return { origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, [Symbol.asyncDispose]: close }
}

test('U1 whoever cannot be reached is passed over: the caller sees 200 and one charge', async () => {
  await using stage = await startStage()
  await using parts = new AsyncDisposableStack()
  const vendor = parts.use(await startVendor({ keepBytes: 0 }))
  const gone = await startVendor()
  await gone[Symbol.asyncDispose]()
  const deaf = parts.use(await startToxic(vendor.origin, { deaf: true }))
  const brusque = parts.use(await startBrusque())
  const faults: Record<string, string> = {
    refused: gone.origin,
    'name not found': 'http://nowhere.invalid',
    'TLS to a plain port': vendor.origin.replace('http:', 'https:'),
    'TLS cut short': brusque.origin,
    'open and deaf': deaf.origin,
    ...(process.platform === 'linux' && { 'black hole': parts.use(await startBlackHole()).origin }),
  }
  const outcomes = await Promise.all(
    Object.entries(faults).map(async ([fault, origin], n) => {
      const model = `m${n}`
      await stage.addModel(model)
      // In the long form a black hole is left to the gateway's own five seconds.
      const timeouts = { headers_ms: LONG && fault === 'black hole' ? null : 500 }
      await stage.addWay({ model, origin, priority: 1, timeouts, dialects: ['openai'] })
      await stage.addWay({ model, origin: vendor.origin, priority: 2 })
      const begun = performance.now()
      const response = await stage.send('chat', { model, stream: n % 2 === 0 })
      const text = await response.text()
      const row = await stage.admin.row(idOf(response))
      const { status } = response
      return { fault, status, text, row, ms: performance.now() - begun, failure: row.attempts[0]?.error }
    }),
  )
  for (const { fault, status, text, row } of outcomes) {
    expect([fault, status, row.status, row.attempts_made]).toEqual([fault, 200, 'succeeded', 2])
    expect(text).toContain(' vendor.')
    expect(row.attempts.map(({ error }) => error === null)).toEqual([false, true])
  }
  const slowest = Math.max(...outcomes.map(({ ms }) => ms))
  // Connections have five seconds, and time-outs are looked at once a second.
  expect(slowest).toBeLessThan(LONG ? 7000 : 3000)
  const { rows, balance } = await stage.books()
  expect(new Set(rows.map(({ cost_nanos }) => cost_nanos)).size).toBe(1)
  expect([rows.length, balance]).toEqual([outcomes.length, true])
  const classes = outcomes.map(({ fault, failure }) => `${fault} → ${failure}`)
  reached('U1', `${classes.join(', ')}; all answered by the next, the slowest after ${(slowest / 1000).toFixed(1)} s`)
}, 30_000)
