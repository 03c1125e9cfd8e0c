import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { follow, type Listener } from './follow.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function listening() {
  const heard: string[] = []
  const listener: Listener = {
    onOpen: () => heard.push('open'),
    onRow: ({ id }) => heard.push(id),
    onMissed: () => heard.push('missed'),
    onLost: () => heard.push('lost'),
  }
  return { heard, listener, stop: new AbortController() }
}

const feed = (...events: string[]) => new Response(events.join(''))
const request = (id: string) => `event: request\ndata: {"id":"${id}"}\n\n`

test('tells what comes, and connects again when the feed ends', async () => {
  const { heard, listener, stop } = listening()
  const open = vi
    .fn<() => Promise<Response>>()
    .mockResolvedValueOnce(feed(':\n\n', request('r1'), 'event: missed\ndata: {}\n\n'))
    .mockResolvedValueOnce(feed(request('r2')))
    .mockReturnValue(new Promise(() => undefined))
  void follow(open, listener, stop.signal)
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual(['open', 'r1', 'missed', 'lost'])
  await vi.advanceTimersByTimeAsync(4999)
  expect(open).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(heard.slice(4)).toEqual(['open', 'r2', 'lost'])
  stop.abort()
})

test('a feed that cannot be opened is lost, and tried again', async () => {
  const { heard, listener, stop } = listening()
  const open = vi.fn<() => Promise<Response>>().mockRejectedValue(new Error('429'))
  void follow(open, listener, stop.signal)
  await vi.advanceTimersByTimeAsync(5000)
  expect(open).toHaveBeenCalledTimes(2)
  expect(heard).toEqual(['lost', 'lost'])
  stop.abort()
})

test('after the signal nothing is told or tried', async () => {
  const { heard, listener, stop } = listening()
  const open = vi.fn<() => Promise<Response>>().mockRejectedValue(new Error('gone'))
  const followed = follow(open, listener, stop.signal)
  await vi.advanceTimersByTimeAsync(0)
  stop.abort()
  await followed
  await vi.advanceTimersByTimeAsync(60_000)
  expect(open).toHaveBeenCalledTimes(1)
  expect(heard).toEqual(['lost'])
})

test('a feed that says nothing any more is lost, and connected again', async () => {
  const { heard, listener, stop } = listening()
  let beat: (() => void) | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      beat = () => controller.enqueue(new TextEncoder().encode(':\n\n'))
    },
  })
  const open = vi
    .fn<() => Promise<Response>>()
    .mockResolvedValueOnce(new Response(body))
    .mockRejectedValue(new Error('503'))
  void follow(open, listener, stop.signal)
  await vi.advanceTimersByTimeAsync(30_000)
  beat?.()
  await vi.advanceTimersByTimeAsync(44_000)
  expect(heard).toEqual(['open'])
  await vi.advanceTimersByTimeAsync(6000)
  expect(heard.slice(0, 2)).toEqual(['open', 'lost'])
  expect(open).toHaveBeenCalledTimes(2)
  stop.abort()
})
