import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { many, percentile, reached } from './figures.ts'
import { inLanes } from './lanes.ts'
import { chatRequest, openSocket } from './raw-caller.ts'
import { startProcessStage } from './stage.ts'

const MIB = 1024 * 1024
/** Each stream takes two files of this process, its caller's and its vendor's, and two of the gateway's. */
const FILES_EACH = 2
const SPARE_FILES = 1000
/** Every stream has an event so often, spread evenly. */
const EVERY_MS = 4000
const TICK_MS = 50
const ROUNDS = many(1, 8)

/** As many streams as wanted, or as the system lets a process hold files for. */
function streams(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } }
  const files = Number(userLimits?.open_files?.soft)
  const allowed = Number.isFinite(files) ? Math.floor((files - SPARE_FILES) / FILES_EACH) : Infinity
  return Math.min(many(300, 9000), allowed)
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

/** A vendor whose streams live until they are told to end; every event says when it left. */
async function startTicking() {
  const live: ServerResponse[] = []
  const server = createServer((request, reply) => {
    request.resume()
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    reply.write(chunk({ role: 'assistant', content: 'go' }))
    live.push(reply)
  }).listen(0, '127.0.0.1', 4096)
  await once(server, 'listening')
  let at = 0
  const ticker = setInterval(() => {
    const share = Math.ceil((live.length * TICK_MS) / EVERY_MS)
    for (let i = 0; i < share; i += 1, at += 1)
      live[at % live.length]?.write(chunk({ content: `@${performance.now().toFixed(2)};` }))
  }, TICK_MS)
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    live,
    end() {
      clearInterval(ticker)
      const usage = { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 }
      const last = `data: ${JSON.stringify({ id: 'c', choices: [], usage })}\n\ndata: [DONE]\n\n`
      for (const reply of live) reply.end(chunk({}, 'stop') + last)
    },
    async [Symbol.asyncDispose]() {
      clearInterval(ticker)
      server.closeAllConnections()
      server.close()
    },
  }
}

test('L1 live streams are held with billing on, and every event of theirs comes at once', async () => {
  const most = streams()
  await using vendor = await startTicking()
  await using stage = await startProcessStage()
  await stage.addModel('m')
  await stage.addWay({ model: 'm', origin: vendor.origin })
  const delays: number[] = []
  const sockets: Socket[] = []
  let done = 0
  await inLanes(50, Array(most).keys(), async () => {
    const socket = await openSocket(stage.origin)
    sockets.push(socket)
    socket.on('data', (bytes) => {
      const now = performance.now()
      const text = bytes.toString()
      for (const [, sent] of text.matchAll(/@([\d.]+);/g)) delays.push(now - Number(sent))
      if (text.includes('[DONE]')) done += 1
    })
    socket.write(chatRequest(stage.key))
    await once(socket, 'data')
  })
  expect(vendor.live.length).toBe(most)
  delays.length = 0
  await wait(EVERY_MS * ROUNDS)
  const residentMiB = (await stage.residentBytes()) / MIB
  const events = delays.length
  const p99 = percentile(delays, 0.99)
  expect(events).toBeGreaterThan((most * ROUNDS) / 2)
  vendor.end()
  await expect.poll(() => done, { timeout: 60_000 }).toBe(most)
  for (const socket of sockets) socket.destroy()
  const { rows, balance } = await stage.books()
  expect(rows.filter(({ status, output }) => status !== 'succeeded' || output !== 7)).toEqual([])
  expect([rows.length, balance]).toEqual([most, true])
  reached(
    'L1',
    `${most} live streams in ${residentMiB.toFixed(0)} MiB; of ${events} events the delay p50 ${percentile(delays, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; a settled row each`,
  )
  if (process.platform === 'linux') expect(residentMiB).toBeLessThan(768)
  expect(p99).toBeLessThan(many(250, 100))
}, 240_000)
