import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { STALLED_MS } from './exchange.ts'
import { streamingReply } from './streaming-reply.ts'

const KIB = 1024
const bytes = (size: number) => new Uint8Array(size)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function begun() {
  const onGone = vi.fn<(why: Error) => void>()
  const reply = streamingReply(onGone)
  reply.writeHead(200, { 'content-type': 'text/event-stream', 'content-length': 3 })
  const answer = await reply.answer
  return { reply, answer, reader: answer.body.getReader(), onGone }
}

test('the answer is there with its head, and read while it is written', async () => {
  const { reply, answer, reader, onGone } = await begun()
  expect(reply.headersSent).toBe(true)
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream', 'content-length': '3' } })
  reply.write(Buffer.from('one'))
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('one')
  reply.end('two')
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('two')
  expect((await reader.read()).done).toBe(true)
  expect(onGone).not.toHaveBeenCalled()
})

test('a slow reader is waited for', async () => {
  const { reply, reader } = await begun()
  const drained = vi.fn<() => void>()
  expect(reply.write(bytes(10 * KIB))).toBe(true)
  expect(reply.write(bytes(10 * KIB))).toBe(false)
  reply.once('drain', drained)
  await vi.advanceTimersByTimeAsync(0)
  expect(drained).not.toHaveBeenCalled()
  await reader.read()
  await vi.advanceTimersByTimeAsync(0)
  expect(drained).toHaveBeenCalledOnce()
})

test('whoever stops reading is gone, and what is written after that is nobody’s', async () => {
  const { reply, reader, onGone } = await begun()
  await reader.cancel()
  expect(onGone).toHaveBeenCalledOnce()
  expect(reply.write(bytes(100 * KIB))).toBe(true)
  reply.end()
  expect(onGone).toHaveBeenCalledOnce()
})

test('whoever takes nothing for as long as they may is gone; taking in time is enough', async () => {
  const { reply, onGone, reader } = await begun()
  reply.socket?.setTimeout(STALLED_MS)
  await vi.advanceTimersByTimeAsync(STALLED_MS - 1)
  reply.socket?.setTimeout(0)
  await vi.advanceTimersByTimeAsync(STALLED_MS)
  expect(onGone).not.toHaveBeenCalled()
  reply.socket?.setTimeout(STALLED_MS)
  await vi.advanceTimersByTimeAsync(STALLED_MS)
  expect(onGone).toHaveBeenCalledOnce()
  await expect(reader.read()).rejects.toThrow('nothing is taken')
})

test('whoever takes a large event piece by piece is not gone, however long all of it takes', async () => {
  const { reply, onGone, reader } = await begun()
  expect(reply.write(bytes(100 * KIB))).toBe(false)
  reply.socket?.setTimeout(STALLED_MS)
  let taken = 0
  for (let looks = 0; looks < 5; looks += 1) {
    taken += (await reader.read()).value?.length ?? 0
    await vi.advanceTimersByTimeAsync(STALLED_MS)
  }
  expect(onGone).not.toHaveBeenCalled()
  expect(taken).toBeLessThan(100 * KIB)
  await vi.advanceTimersByTimeAsync(STALLED_MS)
  expect(onGone).toHaveBeenCalledOnce()
})

test('an answer that is broken off does not look whole', async () => {
  const { reply, reader } = await begun()
  reply.destroy()
  await expect(reader.read()).rejects.toThrow('broken off')
})
