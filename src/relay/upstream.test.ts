import { once } from 'node:events'
import { createServer } from 'node:http'
import { Session } from 'node:inspector/promises'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createUpstream } from './upstream.ts'

test('a request body arrives whole, and its memory is given back while the answer still lasts', async () => {
  await using parts = new AsyncDisposableStack()
  const received: number[] = []
  const server = createServer((request, reply) => {
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
    })
    request.on('end', () => {
      received.push(Number(request.headers['content-length']), size)
      reply.write('first')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  parts.defer(() => void server.close())
  parts.defer(() => server.closeAllConnections())
  const upstream = parts.use(createUpstream())
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  let freed = false
  const registry = new FinalizationRegistry(() => {
    freed = true
  })
  const bodyOf = (bytes: number) => {
    const body = new Uint8Array(bytes)
    registry.register(body.buffer, null)
    return body
  }
  const { signal } = new AbortController()
  const request = { method: 'POST' as const, url, headers: {}, allowPrivate: true }
  const answer = await upstream.send({ ...request, body: bodyOf(1_000_000) }, 5000, signal)
  expect((await answer.next(5000, 'idle_timeout'))?.toString()).toBe('first')
  expect(received).toEqual([1_000_000, 1_000_000])
  const collector = new Session()
  collector.connect()
  parts.defer(() => collector.disconnect())
  await expect.poll(() => collector.post('HeapProfiler.collectGarbage').then(() => freed), { timeout: 5000 }).toBe(true)
  answer.cancel('caller_gone')
})
