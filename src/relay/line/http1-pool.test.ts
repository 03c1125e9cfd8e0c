import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createUpstream } from '../upstream.ts'
import { rawVendor, read, sized, testUpstream } from './test-vendor.ts'

test('calls one after another share a connection, and calls at once have one each; the one used last is used next', async () => {
  await using vendor = await rawVendor((socket) => void socket.write(sized(String(vendor.sockets.indexOf(socket)))))
  await using upstream = testUpstream()
  const ask = () => read(upstream.send(vendor.url))
  expect([await ask(), await ask()]).toEqual(['0', '0'])
  expect((await Promise.all([ask(), ask(), ask()])).toSorted()).toEqual(['0', '1', '2'])
  const last = await ask()
  for (let times = 0; times < 2; times += 1) {
    // One that has become idle in this very turn of the loop is not looked at yet.
    await setImmediate()
    expect(await ask()).toBe(last)
  }
  expect(vendor.sockets).toHaveLength(3)
})

test.each([
  ['says that it closes', sized('ok', 'connection: close\r\n')],
  ['speaks HTTP/1.0', sized('ok').replace('1.1', '1.0')],
  ['keeps it for a second', sized('ok', 'keep-alive: timeout=1\r\n')],
  ['says more than it told', `${sized('ok')}HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged`],
])('the connection of a vendor that %s carries no other call', async (_name, answer) => {
  await using vendor = await rawVendor((socket) => void socket.write(answer))
  await using upstream = testUpstream()
  expect(await read(upstream.send(vendor.url))).toBe('ok')
  expect(await read(upstream.send(vendor.url))).toBe('ok')
  expect(vendor.sockets).toHaveLength(2)
})

test('an answer that nobody asked for is given to nobody, and its connection is not used', async () => {
  await using vendor = await rawVendor((socket) => void socket.write(sized(String(vendor.sockets.length))))
  await using upstream = testUpstream()
  expect(await read(upstream.send(vendor.url))).toBe('1')
  const [first] = vendor.sockets
  first?.write(sized('forged'))
  if (first && !first.closed) await once(first, 'close')
  expect(await read(upstream.send(vendor.url))).toBe('2')
})

test('an answer that nobody asked for is not taken for one to the call that comes in the same moment', async () => {
  await using vendor = await rawVendor((socket) => void socket.write(sized(String(vendor.sockets.length))))
  await using upstream = testUpstream()
  expect(await read(upstream.send(vendor.url))).toBe('1')
  const [first] = vendor.sockets
  await setImmediate()
  // The kernel has the forgery before the call begins, and nobody has read it yet.
  first?.write(sized('forged'))
  expect(await read(upstream.send(vendor.url))).toBe('2')
})

test('a connection that its vendor ends while it is idle is not used again', async () => {
  await using vendor = await rawVendor((socket) => void socket.write(sized(String(vendor.sockets.length))))
  await using upstream = testUpstream()
  expect(await read(upstream.send(vendor.url))).toBe('1')
  const [first] = vendor.sockets
  first?.end()
  if (first && !first.closed) await once(first, 'close')
  expect(await read(upstream.send(vendor.url))).toBe('2')
})

test('a connection that its vendor ends right behind an answer is not used by a call that begins with that answer', async () => {
  await using vendor = await rawVendor((socket) => void socket.end(sized(String(vendor.sockets.length))))
  await using upstream = testUpstream()
  const outcomes: string[] = []
  for (let calls = 0; calls < 10; calls += 1) outcomes.push(await read(upstream.send(vendor.url)))
  expect(outcomes).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
})

test('a connection that its vendor resets in the moment it is used again may have carried the request', async () => {
  await using vendor = await rawVendor((socket, heard) => {
    if (heard.includes('again')) socket.resetAndDestroy()
    else socket.write(sized('ok'))
  })
  await using upstream = testUpstream()
  expect(await read(upstream.send(vendor.url))).toBe('ok')
  expect(await read(upstream.send(vendor.url, { body: Buffer.from('again') }))).toBe('!reset')
  expect(vendor.sockets).toHaveLength(1)
})

test('a connection that is idle for as long as one may be is closed', async () => {
  await using vendor = await rawVendor((socket) => void socket.write(sized('ok', 'keep-alive: timeout=5\r\n')))
  await using upstream = testUpstream()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    expect(await read(upstream.send(vendor.url))).toBe('ok')
    vi.advanceTimersByTime(2900)
    await setImmediate()
    expect(await read(upstream.send(vendor.url))).toBe('ok')
    expect(vendor.sockets).toHaveLength(1)
    const [only] = vendor.sockets
    const closed = only && once(only, 'close')
    vi.advanceTimersByTime(4100)
    await closed
  } finally {
    vi.useRealTimers()
  }
})

test('a call that is given up before it has a connection leaves it to the next one', async () => {
  await using vendor = await rawVendor((socket) => void socket.write(sized('ok')))
  await using upstream = testUpstream()
  const caller = new AbortController()
  const given = read(upstream.send(vendor.url, { signal: caller.signal }))
  await setImmediate()
  caller.abort()
  expect(await given).toBe('!caller_gone')
  await expect.poll(() => vendor.sockets.length).toBe(1)
  await setImmediate()
  expect(await read(upstream.send(vendor.url))).toBe('ok')
  expect([vendor.sockets.length, vendor.heard[0]?.split('POST').length]).toEqual([1, 2])
})

test('a call that was given up before it began sends nothing', async () => {
  await using vendor = await rawVendor((socket) => void socket.write(sized('ok')))
  await using upstream = testUpstream()
  expect(await read(upstream.send(vendor.url, { signal: AbortSignal.abort() }))).toBe('!caller_gone')
  expect(vendor.sockets).toHaveLength(0)
})

test('what may not be reached is not reached over a connection that somebody else has opened', async () => {
  await using vendor = await rawVendor((socket) => void socket.write(sized('ok')))
  await using upstream = testUpstream()
  expect(await read(upstream.send(vendor.url))).toBe('ok')
  expect(await read(upstream.send(vendor.url, { allowPrivate: false }))).toBe('!blocked_address')
  const named = new URL(vendor.url.href.replace('127.0.0.1', 'localhost'))
  expect(await read(upstream.send(named, { allowPrivate: false }))).toBe('!blocked_address')
})

test('disposing ends the calls under way, those that wait for a connection, and the connections', async () => {
  await using vendor = await rawVendor((socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\nbegun'))
  const upstream = createUpstream()
  const { signal } = new AbortController()
  const request = { method: 'GET' as const, url: vendor.url, headers: {}, body: null, allowPrivate: true }
  const answer = await upstream.send(request, 5000, signal)
  const waiting = read(upstream.send(request, 5000, signal))
  await upstream[Symbol.asyncDispose]()
  expect([await read(Promise.resolve(answer)), await waiting]).toEqual(['begun!reset', '!reset'])
  expect(await read(upstream.send(request, 5000, signal))).toBe('!reset')
  await expect.poll(() => vendor.sockets.every(({ closed }) => closed)).toBe(true)
})
