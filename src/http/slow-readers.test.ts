import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { Log } from '../telemetry/log.ts'
import { createClientIp } from './client-ip.ts'
import { listen } from './server.ts'

test('whoever does not take the console’s files is not waited for without an end', async () => {
  const asked = Promise.withResolvers<IncomingMessage['socket']>()
  await using server = await listen(
    {
      isRelayPath: () => false,
      relay: async () => undefined,
      relayPlain: async () => undefined,
      upgrade: (_request, socket) => socket.destroy(),
      cutOff: () => undefined,
      farewell: async () => undefined,
      api: () => new Response('api'),
      console: {
        buildId: '',
        async serve(request, reply) {
          reply.writeHead(200, { 'content-length': 20_000_000 })
          reply.end(Buffer.alloc(20_000_000))
          asked.resolve(request.socket)
        },
      },
      metrics: async () => ({ status: 404, text: '' }),
      ready: () => true,
    },
    { port: 0, host: '127.0.0.1', clientIp: createClientIp([]), log: { error: () => undefined } as unknown as Log },
  )
  const client = connect(Number(new URL(server.origin).port), '127.0.0.1')
  await once(client, 'connect')
  client.pause()
  client.write('GET /a.js HTTP/1.1\r\nHost: x\r\n\r\n')
  const socket = await asked.promise
  await expect.poll(() => socket.writableLength).toBeGreaterThan(0)
  expect(socket.timeout).toBe(30_000)
  client.destroy()
})
