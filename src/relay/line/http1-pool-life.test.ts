import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../../core/time.ts'
import { UpstreamCall } from '../upstream-call.ts'
import { connectorOver } from './connector.ts'
import { Http1Pool } from './http1-pool.ts'
import { LateWatch } from './late-watch.ts'
import { rawVendor, read, sized, testUpstream } from './test-vendor.ts'

/** A pool, a call over it, and how often an origin was new to it. */
function openPool() {
  const seen = { origins: 0 }
  const isBlocked = () => {
    seen.origins += 1
    return false
  }
  const pool = new Http1Pool(connectorOver({ proxy: null, ca: null, http2: false }, true), isBlocked)
  const watch = new LateWatch()
  const send = (url: URL, words = '', signal = new AbortController().signal) => {
    const call = new UpstreamCall({ withinMs: 5000, watch }, signal)
    const body = Buffer.from(words)
    if (!call.isOver) pool.send({ method: 'POST', url, headers: {}, body, allowPrivate: true }, call)
    return call.head
  }
  return {
    pool,
    seen,
    send,
    ask: (url: URL, words?: string) => read(send(url, words)),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}

/** A vendor that answers, begins to, or ends the connection, as it is told. */
const obeying = () =>
  rawVendor((socket, heard) => {
    if (heard.endsWith('reset')) socket.resetAndDestroy()
    else if (heard.endsWith('begin')) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nhal')
    else socket.write(sized('ok', heard.endsWith('close') ? 'connection: close\r\n' : ''))
  })

test('a pool that is retired closes what is idle at once, and what is under way when that is over', async () => {
  await using vendor = await obeying()
  await using over = openPool()
  const [one, two] = await Promise.all([over.send(vendor.url, 'begin'), over.send(vendor.url, 'begin')])
  expect(await Promise.all([over.ask(vendor.url), over.ask(vendor.url)])).toEqual(['ok', 'ok'])
  await expect.poll(() => vendor.sockets.length).toBe(4)
  over.pool.retire()
  const [first, second, ...idle] = vendor.sockets
  for (const socket of idle) if (!socket.closed) await once(socket, 'close')
  expect([first?.destroyed, second?.destroyed]).toEqual([false, false])
  for (const socket of [first, second]) socket?.write('ves')
  expect([await read(Promise.resolve(one)), await read(Promise.resolve(two))]).toEqual(['halves', 'halves'])
  await expect.poll(() => vendor.sockets.every(({ closed }) => closed)).toBe(true)
})

test('an origin is forgotten with the last of its connections, and not before', async () => {
  await using vendor = await obeying()
  await using over = openPool()
  const { seen, ask } = over
  for (const words of ['', '', 'close']) expect(await ask(vendor.url, words)).toBe('ok')
  expect(seen.origins).toBe(1)
  expect(await ask(vendor.url)).toBe('ok')
  expect(seen.origins).toBe(2)
  const last = vendor.sockets.at(-1)
  last?.end()
  if (last && !last.closed) await once(last, 'close')
  expect(await ask(vendor.url, 'reset')).toBe('!reset')
  expect(seen.origins).toBe(3)
  await Promise.all([ask(vendor.url), ask(vendor.url, 'close'), ask(vendor.url, 'reset')])
  expect(seen.origins).toBe(4)
  await ask(vendor.url)
  expect(seen.origins).toBe(4)
})

test('an origin is forgotten that could not be reached, and one whose call was given up before it had a connection', async () => {
  const vendor = await obeying()
  const { url } = vendor
  await vendor[Symbol.asyncDispose]()
  await using over = openPool()
  for (let times = 1; times < 3; times += 1) {
    expect(await over.ask(url)).toBe('!connect')
    expect(over.seen.origins).toBe(times)
  }
  for (let times = 3; times < 5; times += 1) {
    const caller = new AbortController()
    const outcome = read(over.send(url, '', caller.signal))
    caller.abort()
    expect(await outcome).toBe('!caller_gone')
    await setImmediate()
    expect(over.seen.origins).toBe(times)
  }
})

test('a connection that was idle for too long is closed when a call comes, also where nobody has looked yet', async () => {
  await using vendor = await obeying()
  await using over = openPool()
  expect(await over.ask(vendor.url)).toBe('ok')
  await setImmediate()
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    vi.advanceTimersByTime(60 * MINUTE_MS)
    expect(await over.ask(vendor.url)).toBe('ok')
  } finally {
    vi.useRealTimers()
  }
  expect(vendor.sockets).toHaveLength(2)
  await expect.poll(() => vendor.sockets[0]?.closed).toBe(true)
  expect(vendor.sockets[1]?.closed).toBe(false)
})

test('a connection that ends takes no other with it', async () => {
  await using vendor = await obeying()
  await using over = openPool()
  await Promise.all(['', '', ''].map(() => over.ask(vendor.url)))
  const [first] = vendor.sockets
  first?.end()
  if (first && !first.closed) await once(first, 'close')
  const begun = [await over.send(vendor.url, 'begin'), await over.send(vendor.url, 'begin')]
  expect(vendor.sockets).toHaveLength(3)
  for (const answer of begun) answer.cancel('caller_gone')
  expect(await over.ask(vendor.url)).toBe('ok')
  const busy = over.send(vendor.url, 'begin')
  await busy
  await Promise.all([over.ask(vendor.url), over.ask(vendor.url, 'reset')])
  const known = vendor.sockets.length
  expect(await over.ask(vendor.url)).toBe('ok')
  expect(vendor.sockets).toHaveLength(known)
})

test('a connection that opens after its pool was disposed of is closed', async () => {
  await using vendor = await obeying()
  await using over = openPool()
  const outcome = over.ask(vendor.url)
  await setImmediate()
  await over.pool[Symbol.asyncDispose]()
  expect(await outcome).toBe('!reset')
  await expect.poll(() => vendor.sockets.length).toBe(1)
  await expect.poll(() => vendor.sockets[0]?.closed).toBe(true)
  expect(vendor.heard).toEqual([''])
})

test.each(['resetAndDestroy', 'end'] as const)(
  'a connection that its upstream breaks off (%s) while TLS is agreed on has carried no request',
  async (breaksOff) => {
    await using vendor = await rawVendor((socket) => void socket[breaksOff]())
    await using upstream = testUpstream()
    const url = new URL(vendor.url.href.replace('http:', 'https:'))
    expect(await read(upstream.send(url))).toBe('!connect')
  },
)
