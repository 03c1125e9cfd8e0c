import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { LONG, percentile, reached } from './figures.ts'
import { chatRequest, openSocket, saidBy } from './raw-caller.ts'
import { type Stage, startStage } from './stage.ts'

const SLOW_CALLERS = 500

const parts = new AsyncDisposableStack()
let stage: Stage
let vendor: Vendor
beforeAll(async () => {
  vendor = parts.use(await startVendor({ keepBytes: 0 }))
  stage = parts.use(await startStage())
  await stage.addModel('m')
  await stage.addWay({ model: 'm', origin: vendor.origin })
})
afterAll(() => parts.disposeAsync())

/** What a caller hears who says something and, unless told otherwise, then nothing more. */
async function hears(text: string, { end = false } = {}): Promise<string> {
  const socket = await openSocket(stage.origin)
  if (end) socket.end(text)
  else socket.write(text)
  return await saidBy(socket)
}

const statuses = (said: string) => [...said.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

test('C3 a request whose length is told in two ways is refused, and nothing of it becomes a second request', async () => {
  const asked = vendor.served.length
  const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${stage.key}\r\n`
  const smuggled = chatRequest(stage.key)
  const ways = [
    `${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    `${head}transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n${smuggled}`,
    `${head}content-length: 5\r\ncontent-length: 6\r\n\r\nhello!${smuggled}`,
    `${head}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,
    `${head}transfer-encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    `${head}content-length: +5\r\n\r\nhello${smuggled}`,
    `${head}x: y\r\n folded: z\r\ncontent-length: 1,1\r\n\r\nh${smuggled}`,
  ]
  for (const way of ways)
    expect([way.slice(110, 170), statuses(await hears(way))]).toEqual([way.slice(110, 170), [400]])
  expect(vendor.served.length).toBe(asked)
  reached('C3', `${ways.length} requests with two lengths refused, none of them became a second one`)
})

test('C3 requests sent in one go are answered in their order; a caller who closes their half has left', async () => {
  vendor.queue({ text: 'first', delays: { headersMs: 100 } }, { text: 'second' })
  const request = (close: string) => chatRequest(stage.key, { stream: false }).replace('host: x', `host: x\r\n${close}`)
  const said = await hears(request('a: b') + request('connection: close'))
  expect(statuses(said)).toEqual([200, 200])
  expect(said.indexOf('first')).toBeLessThan(said.indexOf('second'))
  const index = vendor.served.length
  vendor.queue({ delays: { headersMs: 60_000 } })
  expect(await hears(request('connection: close'), { end: true })).toBe('')
  const served = await vendor.arrival(index)
  await served.done
  expect(served.aborted).toBe(true)
})

/** Milliseconds each of many small requests takes, one after another. */
async function paces(requests: number): Promise<number[]> {
  const figures: number[] = []
  for (let i = 0; i < requests; i += 1) {
    const begun = performance.now()
    await (await stage.send('chat', { stream: false })).text()
    figures.push(performance.now() - begun)
  }
  return figures
}

// It takes the ten seconds a head may take.
test.runIf(LONG)(
  'C3 callers who never finish their head are sent away with 408, and nobody else notices them',
  async () => {
    vendor.script({})
    await paces(100)
    const alone = await paces(200)
    const sockets: Socket[] = []
    const begun = performance.now()
    for (let i = 0; i < SLOW_CALLERS; i += 1) {
      const socket = await openSocket(stage.origin)
      socket.write('POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\n')
      sockets.push(socket)
    }
    const dribble = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('x: y\r\n')
    }, 500)
    const over = Promise.all(sockets.map(saidBy))
    const beside = await paces(200)
    const said = await over
    clearInterval(dribble)
    const seconds = (performance.now() - begun) / 1000
    expect(new Set(said.flatMap(statuses))).toEqual(new Set([408]))
    // Ten seconds for a head; the connections are looked through now and then.
    expect(seconds).toBeLessThan(15)
    const [aloneMs, besideMs] = [percentile(alone, 0.5), percentile(beside, 0.5)]
    expect(besideMs).toBeLessThan(Math.max(2 * aloneMs, aloneMs + 25))
    // The tail may double too; its margin is a few ticks of a machine that does something else meanwhile.
    const [aloneTailMs, besideTailMs] = [percentile(alone, 0.99), percentile(beside, 0.99)]
    expect(besideTailMs).toBeLessThan(2 * aloneTailMs + 100)
    reached(
      'C3',
      `${SLOW_CALLERS} slowloris sent away after ${seconds.toFixed(0)} s; others’ p50 ${besideMs.toFixed(1)} ms, p99 ${besideTailMs.toFixed(1)} ms, alone ${aloneMs.toFixed(1)} and ${aloneTailMs.toFixed(1)} ms`,
    )
  },
  90_000,
)
