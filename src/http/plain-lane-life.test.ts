import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createClientIp } from './client-ip.ts'
import { openPlainLane } from './plain-lane.ts'
import type { PlainRequest } from './plain-request.ts'
import { heard, openTo } from './test-lanes.ts'

/** A lane beside node's, whose answers a test gives. */
async function openLane() {
  const plain: PlainRequest[] = []
  const others: ServerResponse[] = []
  const server = createServer((_request, reply) => void others.push(reply))
  const lane = openPlainLane(server, {
    isTaken: () => true,
    serve: (request) => void plain.push(request),
    began: () => undefined,
    over: () => undefined,
    clientIp: createClientIp([]),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    lane,
    plain,
    others,
    open: () => openTo((server.address() as AddressInfo).port),
    async [Symbol.asyncDispose]() {
      lane[Symbol.dispose]()
      lane.closeAll()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const ASK = 'POST /v1 HTTP/1.1\r\nhost: here\r\ncontent-length: 0\r\n\r\n'

test('a connection that was given back is node’s alone: the lane closes it no more', async () => {
  await using over = await openLane()
  const [fresh, used] = [await over.open(), await over.open()]
  used.write(ASK)
  await expect.poll(() => over.plain.length).toBe(1)
  const [{ reply } = {}] = over.plain
  reply?.end('ok')
  await heard(used, 'ok\r\n0\r\n\r\n')
  for (const socket of [fresh, used]) socket.write('GET /v1 HTTP/1.1\r\nhost: here\r\n\r\n')
  await expect.poll(() => over.others.length).toBe(2)
  over.lane.closeIdle('fresh')
  over.lane.closeAll()
  const said = [fresh, used].map((socket) => heard(socket, 'ok'))
  for (const other of over.others) other.end('ok')
  for (const text of await Promise.all(said)) expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nok$/s)
})

test('connections between two requests are closed first, those that have not asked yet when that is said, those under way last', async () => {
  await using over = await openLane()
  const [idle, fresh, busy] = [await over.open(), await over.open(), await over.open()]
  for (const socket of [idle, busy]) socket.write(ASK)
  await expect.poll(() => over.plain.length).toBe(2)
  over.plain.find(({ reply }) => reply.socket?.remotePort === idle.localPort)?.reply.end('ok')
  await heard(idle, 'ok\r\n0\r\n\r\n')
  const isOpen = () => [idle, fresh, busy].map(({ closed }) => !closed)
  for (const socket of [idle, fresh, busy]) socket.resume()
  over.lane.closeIdle()
  await expect.poll(isOpen).toEqual([false, true, true])
  over.lane.closeIdle('fresh')
  await expect.poll(isOpen).toEqual([false, false, true])
  over.lane.closeAll()
  await expect.poll(isOpen).toEqual([false, false, false])
})
