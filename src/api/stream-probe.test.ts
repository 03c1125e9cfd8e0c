import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PROBE_GAP_MS } from '../contract/stream-probe.ts'
import { openWorld, type World } from './testing.ts'

let world: World
let admin: string
beforeEach(async () => {
  world = await openWorld()
  admin = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await world[Symbol.asyncDispose]()
})

async function probe(token = admin) {
  const response = await world.fetch('/api/admin/stream-probe', { headers: { authorization: `Bearer ${token}` } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  return { response, reader }
}

test('the first event of the probe is there at once, the second only after its gap, and then it ends', async () => {
  const { response, reader } = await probe()
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect((await reader?.read())?.value).toBe('event: probe\ndata: {"n":1}\n\n')
  let second: string | undefined
  const reading = reader?.read().then(({ value }) => (second = value))
  await vi.advanceTimersByTimeAsync(PROBE_GAP_MS - 1)
  expect(second).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await reading
  expect(second).toBe('event: probe\ndata: {"n":2}\n\n')
  expect((await reader?.read())?.done).toBe(true)
})

test('who leaves before the second event keeps nothing waiting', async () => {
  const { reader } = await probe()
  await reader?.read()
  void reader?.read()
  await reader?.cancel()
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(0)
})
