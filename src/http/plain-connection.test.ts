import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../core/time.ts'
import { type Lane, PlainConnection } from './plain-connection.ts'
import type { PlainRequest } from './plain-request.ts'
import { heard, openTo } from './test-lanes.ts'

const opened = new Set<AsyncDisposable>()
afterEach(async () => {
  for (const one of opened) await one[Symbol.asyncDispose]()
  opened.clear()
})

/** A connection whose time a test moves on, and the caller at its other end. */
async function open(serve: (request: PlainRequest) => void) {
  const lane = { nowMs: 0, over: 0, closed: 0 }
  const accepted = Promise.withResolvers<PlainConnection>()
  const whole: Lane = {
    get nowMs() {
      return lane.nowMs
    },
    staying: '',
    draining: false,
    isTaken: () => true,
    ipOf: () => '',
    serve,
    over: () => void (lane.over += 1),
    giveBack: ({ socket }) => void socket.destroy(),
    closed: () => void (lane.closed += 1),
  }
  const server = createServer({ allowHalfOpen: true }, (socket) => accepted.resolve(new PlainConnection(socket, whole)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const caller = await openTo((server.address() as AddressInfo).port)
  opened.add({
    [Symbol.asyncDispose]: async () => {
      caller.destroy()
      server.close()
      await once(server, 'close')
    },
  })
  const connection = await accepted.promise
  return {
    lane,
    caller,
    connection,
    /** Lets so much time pass, and looks whether the connection is still there. */
    after: (ms: number): boolean => {
      lane.nowMs += ms
      connection.check()
      return !connection.socket.destroyed
    },
  }
}

const LATE = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'
const head = (length: number) => `POST /v1 HTTP/1.1\r\nhost: here\r\ncontent-length: ${length}\r\n\r\n`

function answer({ reply }: PlainRequest): void {
  reply.writeHead(200, { 'content-length': 3 })
  reply.end('end')
}

test('who says nothing is sent away after ten seconds, and after an answer goes without a word after more than the 75 it was told', async () => {
  const silent = await open(answer)
  expect(silent.after(10_000)).toBe(true)
  const said = heard(silent.caller, 'nothing')
  expect(silent.after(1)).toBe(false)
  expect(await said).toBe(LATE)

  const { caller, after } = await open(answer)
  caller.write(head(0))
  await heard(caller, 'end')
  expect(after(75_000)).toBe(true)
  caller.write(head(0))
  await heard(caller, 'end')
  expect(after(76_000)).toBe(true)
  const more = heard(caller, 'nothing')
  expect(after(1)).toBe(false)
  expect(await more).toBe('')
})

test('a body may take ten minutes to come, and an answer as long as it likes', async () => {
  const told = Promise.withResolvers<PlainRequest>()
  const { caller, after, lane, connection } = await open((request) => told.resolve(request))
  caller.write(`${head(6)}abcd`)
  const request = await told.promise
  expect(after(10 * MINUTE_MS)).toBe(true)
  const body = request.read(6, () => true)
  caller.write('e')
  await expect.poll(() => connection.socket.bytesRead).toBe(head(6).length + 5)
  expect(after(0)).toBe(true)
  caller.write('f')
  expect(String(await body)).toBe('abcdef')
  expect(after(60 * MINUTE_MS)).toBe(true)
  answer(request)
  expect(await heard(caller, 'end')).toContain('200')
  expect(lane.over).toBe(1)

  const late = await open(() => undefined)
  late.caller.write(`${head(5)}abcd`)
  await expect.poll(() => late.connection.isFree).toBe(false)
  expect(late.after(10 * MINUTE_MS)).toBe(true)
  const said = heard(late.caller, 'nothing')
  expect(late.after(1)).toBe(false)
  expect(await said).toBe(LATE)
  expect(late.lane.over).toBe(1)
})

test('a caller who has been answered may finish what they are sending, as long as something of it comes', async () => {
  const { caller, after, connection, lane } = await open(answer)
  caller.write(`${head(50)}begin`)
  await heard(caller, 'end')
  for (let times = 0; times < 3; times += 1) {
    expect(after(2000)).toBe(true)
    const before = connection.socket.bytesRead
    caller.write('more')
    await expect.poll(() => connection.socket.bytesRead).toBeGreaterThan(before)
  }
  const said = heard(caller, 'nothing')
  expect(after(2001)).toBe(false)
  expect(await said).toBe('')
  expect(lane.over).toBe(1)
})

test('an answer whose connection is gone is over once, and what is done with it later does nothing', async () => {
  const told = Promise.withResolvers<PlainRequest>()
  const { caller, connection, lane } = await open((request) => told.resolve(request))
  caller.write(head(0))
  const { reply, signal } = await told.promise
  reply.writeHead(200, {})
  reply.write(Buffer.from('begin'))
  caller.resetAndDestroy()
  await expect.poll(() => connection.socket.closed).toBe(true)
  expect(signal.aborted).toBe(true)
  expect(reply.write(Buffer.from('more'))).toBe(false)
  reply.end('end')
  reply.destroy()
  expect(lane.over).toBe(1)
})

test('an answer that is over cannot touch the next one of its connection', async () => {
  const requests: PlainRequest[] = []
  const { caller, connection } = await open((request) => void requests.push(request))
  caller.write(head(0) + head(0))
  await expect.poll(() => requests.length).toBe(1)
  const [first] = requests
  if (first) answer(first)
  await expect.poll(() => requests.length).toBe(2)
  first?.reply.write(Buffer.from('more'))
  first?.reply.end('more')
  first?.reply.destroy()
  first?.cut(new Error('late'))
  expect(first?.reply.socket).toBe(null)
  expect(connection.socket.destroyed).toBe(false)
  requests.slice(1).forEach(answer)
  const whole = 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nend'
  expect(await heard(caller, 'end', 2)).toBe(whole + whole)
})

test('a connection is idle between two requests alone, and free before the first of them too', async () => {
  const told = Promise.withResolvers<PlainRequest>()
  const { caller, connection, lane } = await open((request) => told.resolve(request))
  expect([connection.isIdle, connection.isFree]).toEqual([false, true])
  caller.write(head(0))
  const request = await told.promise
  expect([connection.isIdle, connection.isFree]).toEqual([false, false])
  answer(request)
  await heard(caller, 'end')
  expect([connection.isIdle, connection.isFree]).toEqual([true, true])
  caller.destroy()
  await expect.poll(() => lane.closed).toBe(1)
})

test('a caller who does not take the last bytes of an answer for half a minute is gone, one who does has their next one', async () => {
  const large = 16 * 1024 * 1024
  const whole = async ({ reply }: PlainRequest) => {
    reply.writeHead(200, { 'content-length': large })
    reply.end(Buffer.alloc(large, 'y'))
  }
  const slow = await open((request) => void whole(request))
  slow.caller.pause()
  slow.caller.write(head(0))
  await expect.poll(() => slow.connection.socket.writableLength).toBeGreaterThan(0)
  expect([slow.connection.socket.timeout, slow.lane.over]).toEqual([30_000, 0])
  slow.connection.socket.emit('timeout')
  await expect.poll(() => slow.lane.closed).toBe(1)
  expect([slow.lane.over, slow.connection.socket.destroyed]).toEqual([1, true])

  const { caller, connection, lane } = await open((request) => void whole(request))
  caller.pause()
  caller.write(head(0))
  await expect.poll(() => connection.socket.writableLength).toBeGreaterThan(0)
  let taken = 0
  caller.on('data', (bytes: Buffer) => void (taken += bytes.length)).resume()
  await expect.poll(() => taken).toBeGreaterThan(large)
  await expect.poll(() => connection.isIdle).toBe(true)
  expect([connection.socket.timeout, lane.over]).toEqual([0, 1])
})

test('a socket that is left to somebody else is heard by nobody here any more', async () => {
  const { connection } = await open(answer)
  const events = ['data', 'end', 'close', 'error', 'timeout']
  const count = () => events.map((event) => connection.socket.listenerCount(event))
  const before = count()
  connection.release()
  expect(count()).toEqual(before.map((listeners) => listeners - 1))
  connection.socket.destroy()
})
