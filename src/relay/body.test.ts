import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { GatewayError } from '../core/errors.ts'
import { watchJoining } from '../core/test-joining.ts'
import { readBody } from './body.ts'

const MAX_BYTES = 1024 * 1024
const TEXT = `{"model":"m","input":"${'玉门 '.repeat(5000)}"}`

type Sending = { encoding?: string; bytes: Buffer; cutAt?: number; roomBytes?: number }

/** What the reader makes of a body that really arrives over HTTP: its text, or the code and sentence of the refusal. */
async function read({
  encoding,
  bytes,
  cutAt,
  roomBytes = Infinity,
}: Sending): Promise<string | { code: string; message: string }> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const call = request({
    port,
    method: 'POST',
    headers: { ...(encoding && { 'content-encoding': encoding }), 'transfer-encoding': 'chunked' },
  })
  call.on('error', () => undefined)
  const arrived = once(server, 'request') as Promise<[IncomingMessage]>
  if (cutAt === undefined) call.end(bytes)
  else call.write(bytes.subarray(0, cutAt), () => setImmediate(() => call.destroy()))
  const [incoming] = await arrived
  let room = roomBytes
  const outcome = await readBody(incoming, MAX_BYTES, (size) => (room -= size) >= 0).then(
    (body) => body.toString(),
    ({ code, message }: GatewayError) => ({ code, message }),
  )
  server.closeAllConnections()
  server.close()
  return outcome
}

test.each([
  ['identity', (bytes: Buffer) => bytes],
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
])('a body sent as %s is read as it was written', async (encoding, compress) => {
  expect(await read({ encoding, bytes: compress(Buffer.from(TEXT)) })).toBe(TEXT)
})

const BOMB = Buffer.alloc(256 * MAX_BYTES)
/** To pack so much takes a second or two, and longer beside other work. */
const PACKING_MS = 60_000

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ['zstd', (bytes: Buffer) => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_windowLog]: 20 } })],
])(
  'a %s bomb is refused, and takes no more memory than the limit',
  async (encoding, compress) => {
    const bytes = compress(BOMB)
    expect(bytes.length).toBeLessThan(MAX_BYTES)
    const before = process.memoryUsage().arrayBuffers
    expect(await read({ encoding, bytes })).toMatchObject({ code: 'body_too_large' })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * MAX_BYTES)
  },
  PACKING_MS,
)

test('a zstd window larger than HTTP allows is refused before memory is taken for it', async () => {
  expect(await read({ encoding: 'zstd', bytes: emptyFrame(23) })).toBe('')
  expect(await read({ encoding: 'zstd', bytes: emptyFrame(27) })).toMatchObject({ code: 'body_invalid' })
})

/** A zstd frame of one empty block that asks for a window of 2^log bytes (RFC 8878, §3.1.1). */
function emptyFrame(log: number): Buffer {
  return Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, (log - 10) << 3, 0x01, 0x00, 0x00])
}

test('a compressed body that opens to nothing is bounded all the same', async () => {
  const empty = gzipSync(Buffer.alloc(0))
  const bytes = Buffer.concat(Array.from({ length: Math.ceil((2 * MAX_BYTES) / empty.length) }, () => empty))
  expect(await read({ encoding: 'gzip', bytes })).toMatchObject({ code: 'body_too_large' })
})

test('a body that is not what its encoding says is refused with a word about it', async () => {
  for (const encoding of ['gzip', 'deflate', 'br', 'zstd']) {
    const told = { code: 'body_invalid', message: expect.stringContaining(encoding) as string }
    expect(await read({ encoding, bytes: Buffer.from('{"model":"m"}') }), encoding).toMatchObject(told)
  }
  const short = gzipSync(Buffer.from(TEXT)).subarray(0, -12)
  expect(await read({ encoding: 'gzip', bytes: short })).toMatchObject({ code: 'body_invalid' })
})

test('an encoding the gateway does not know is refused', async () => {
  for (const encoding of ['compress', 'gzip, br', 'constructor'])
    expect(await read({ encoding, bytes: Buffer.from('{}') })).toMatchObject({ code: 'encoding_unsupported' })
})

test('a caller who leaves in the middle of a compressed body is told apart from one who sent rubbish', async () => {
  const bytes = gzipSync(Buffer.from(TEXT))
  expect(await read({ encoding: 'gzip', bytes, cutAt: 20 })).toMatchObject({ code: 'body_incomplete' })
  expect(await read({ bytes: Buffer.from(TEXT), cutAt: 20 })).toMatchObject({ code: 'body_incomplete' })
})

test('a body for which there is no room is refused, compressed or not', async () => {
  const roomBytes = TEXT.length
  for (const [encoding, bytes] of [
    [undefined, Buffer.from(TEXT)],
    ['gzip', gzipSync(TEXT)],
  ] as const)
    expect(await read({ ...(encoding && { encoding }), bytes, roomBytes })).toMatchObject({ code: 'uploads_full' })
})

test('a body that comes byte by byte is kept in few pieces', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const call = request({ port: (server.address() as AddressInfo).port, method: 'POST' })
  call.on('error', () => undefined)
  const arrived = once(server, 'request') as Promise<[IncomingMessage]>
  for (let n = 0; n < 5000; n += 1) call.write(String(n % 10))
  call.end()
  const [incoming] = await arrived
  using joining = watchJoining()
  expect(String(await readBody(incoming, MAX_BYTES, () => true))).toBe('0123456789'.repeat(500))
  expect(joining.pieces.map((pieces) => pieces < 10)).toEqual([true])
  server.closeAllConnections()
  server.close()
})
