import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { Session } from 'node:inspector/promises'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createUpstream } from './upstream.ts'

/** Where somebody answers until the test is over. */
async function served(parts: AsyncDisposableStack, answer: RequestListener): Promise<URL> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  parts.defer(() => void server.close())
  parts.defer(() => server.closeAllConnections())
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

test('a request body arrives whole, and its memory is given back while the answer still lasts', async () => {
  await using parts = new AsyncDisposableStack()
  const received: number[] = []
  const url = await served(parts, (request, reply) => {
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
    })
    request.on('end', () => {
      received.push(Number(request.headers['content-length']), size)
      reply.write('first')
    })
  })
  const upstream = parts.use(createUpstream())
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

test('a header that comes twice is one: the first, or a list where it is one by its nature', async () => {
  await using parts = new AsyncDisposableStack()
  const twice = (name: string, ...values: string[]) => values.flatMap((value) => [name, value])
  const url = await served(parts, (_request, reply) => {
    const types = twice('content-type', 'application/json', 'text/html')
    reply.writeHead(200, [...types, ...twice('content-encoding', 'gzip', 'gzip'), ...twice('retry-after', '1', '2')])
    reply.write('{')
  })
  const upstream = parts.use(createUpstream())
  const { signal } = new AbortController()
  const request = { method: 'GET' as const, url, headers: {}, body: null, allowPrivate: true }
  const answer = await upstream.send(request, 5000, signal)
  expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'retry-after': '1' })
  await expect(answer.next(5000, 'idle_timeout')).rejects.toMatchObject({ class: 'bad_answer' })
})

test.each([
  ['is read all the time', (next: () => Promise<Buffer | null>) => next()],
  ['nobody reads', () => pause(20)],
])('an answer that never ends and %s is over when the time for all of it is', async (_name, meanwhile) => {
  await using parts = new AsyncDisposableStack()
  let gone = false
  const url = await served(parts, (_request, reply) => {
    const beat = setInterval(() => reply.write('more'), 5)
    reply.on('close', () => {
      clearInterval(beat)
      gone = true
    })
    reply.write('first')
  })
  const upstream = parts.use(createUpstream())
  const request = { method: 'POST' as const, url, headers: {}, body: null, allowPrivate: true, totalMs: 300 }
  const { signal } = new AbortController()
  const begun = performance.now()
  const answer = await upstream.send(request, 60_000, signal)
  const next = () => answer.next(60_000, 'idle_timeout')
  const whole = async () => {
    while (!gone) await meanwhile(next)
    for (let chunk = await next(); chunk; chunk = await next());
  }
  await expect(whole()).rejects.toMatchObject({ class: 'total_timeout' })
  expect(performance.now() - begun).toBeGreaterThanOrEqual(299)
})
