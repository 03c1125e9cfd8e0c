import { expect, test } from 'vitest'
import { GatewayError } from '../core/errors.ts'
import { NO_USAGE } from '../core/usage.ts'
import type { CallControl } from './line/call-handler.ts'
import { LateWatch } from './line/late-watch.ts'
import { rawVendor, read, testUpstream } from './line/test-vendor.ts'
import { RunOut } from './run-out.ts'
import type { Said } from './upstream-answer.ts'

const HEAD = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
const END = '0\r\n\r\n'
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const WHOLE = { terminal: true, usage: NO_USAGE, failure: null }
const GONE = new Error('the caller is gone')

/** What has been written to a socket of this process is read in one turn. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * How many connections two calls took: the caller of the first leaves after its first piece, with so much said, whereupon its upstream
 * says the rest; the second is answered wherever it comes.
 */
async function connectionsAfter(seen: Said['seen'], why: Error = GONE, left = chunk('a remark') + END) {
  await using vendor = await rawVendor(
    (socket, heard) => void socket.write(HEAD + chunk('said') + (heard.includes('second') ? END : '')),
  )
  await using upstream = testUpstream()
  const caller = new AbortController()
  const answer = await upstream.send(vendor.url, { signal: caller.signal })
  answer.runsOutOnce?.({ seen })
  expect((await answer.next(5000, 'idle_timeout'))?.toString()).toBe('said')
  const waiting = answer.next(5000, 'idle_timeout')
  caller.abort(why)
  // Whoever reads is told at once, as ever.
  await expect(waiting).rejects.toThrow('upstream: ')
  answer.cancel('caller_gone')
  vendor.sockets[0]?.write(left)
  await turn()
  await turn()
  expect(await read(upstream.send(vendor.url, { body: Buffer.from('second') }))).toBe('said')
  return vendor.sockets.length
}

test('what is left after the last word runs out, and its connection carries the next call', async () => {
  expect(await connectionsAfter(WHOLE)).toBe(1)
})

test.each([
  ['before the last word', { ...WHOLE, terminal: false }, GONE],
  ['before its usage is told', { ...WHOLE, usage: null }, GONE],
  ['after a failure', { ...WHOLE, failure: 'overloaded' }, GONE],
  ['by the will of the gateway', WHOLE, new GatewayError('key_disabled')],
])('a call that ends %s is cut off', async (_name, seen, why) => {
  expect(await connectionsAfter(seen, why)).toBe(2)
})

test('an upstream that goes on after its last word is cut off', async () => {
  expect(await connectionsAfter(WHOLE, GONE, chunk('x'.repeat(20_000)) + END)).toBe(2)
})

test('an upstream that does not end after its last word is cut off within a second', () => {
  let cut = 0
  const control: CallControl = { resume: () => undefined, abort: () => void (cut += 1) }
  const rest = new RunOut(control, new LateWatch())
  const now = performance.now()
  rest.check(now + 700)
  expect(cut).toBe(0)
  rest.check(now + 1000)
  expect(cut).toBe(1)
})
