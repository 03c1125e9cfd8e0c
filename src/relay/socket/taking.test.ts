import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { takingOf } from './taking.ts'

/** More than any system keeps of a connection. */
const LARGE_BYTES = 64 * 1024 * 1024

const cleanups: (() => void)[] = []
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()))

async function connected(): Promise<{ wire: Socket; reader: Socket }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [wire] = await accepted
  cleanups.push(() => [wire.destroy(), reader.destroy(), server.close()])
  return { wire, reader }
}

test('of one large write it is seen that it is being taken, and that it is not any more', async () => {
  const { wire, reader } = await connected()
  const taking = takingOf(wire)
  wire.write(Buffer.alloc(LARGE_BYTES))
  // As much as the system keeps is taken at once.
  await expect.poll(() => taking()).toBe(false)
  let read = 0
  reader.on('data', (bytes) => {
    read += bytes.length
    if (read > LARGE_BYTES / 4) reader.pause()
  })
  reader.resume()
  await expect.poll(() => read).toBeGreaterThan(LARGE_BYTES / 4)
  expect(taking()).toBe(true)
  expect(wire.writableLength).toBe(LARGE_BYTES)
  await expect.poll(() => taking()).toBe(false)
})

test('what the reader says is no sign that they take anything', async () => {
  const { wire, reader } = await connected()
  const taking = takingOf(wire)
  wire.write(Buffer.alloc(LARGE_BYTES))
  await expect.poll(() => taking()).toBe(false)
  reader.write('still here')
  await once(wire, 'data')
  expect(taking()).toBe(false)
})

test('what is written and taken between two looks counts', async () => {
  const { wire, reader } = await connected()
  reader.resume()
  const taking = takingOf(wire)
  expect(taking()).toBe(false)
  await new Promise((resolve) => wire.write('a word', resolve))
  expect(taking()).toBe(true)
  expect(taking()).toBe(false)
})
