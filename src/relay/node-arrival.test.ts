import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { nodeArrival } from './node-arrival.ts'

test('the last bytes of a reply have half a minute to be taken, and the connection its own time after that', async () => {
  const timeouts: (number | undefined)[] = []
  const server = createServer({ keepAliveTimeout: 7000 }, (request, reply) => {
    const { socket } = request
    nodeArrival(request, reply, '')
    timeouts.push(socket.timeout)
    reply.once('close', () => timeouts.push(socket.timeout))
    reply.end('all')
    timeouts.push(socket.timeout)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(await response.text()).toBe('all')
  server.closeAllConnections()
  server.close()
  const [before, atTheEnd, after] = timeouts
  expect([before ?? 0, atTheEnd]).toEqual([0, 30_000])
  expect(after).toBeLessThan(30_000)
})
