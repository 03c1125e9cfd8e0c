import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminDeleteKey } from '../../src/contract/admin-keys.ts'
import { type GeminiFiles, piece, startGeminiFiles } from './gemini-files-gateway.ts'
import { UPLOAD_SECRET } from './gemini-keeper.ts'
import { VENDOR_SECRET } from './gateway.ts'

const MIB = 1024 * 1024
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

let world: GeminiFiles
let someone: GeminiFiles['someone']
let begun: GeminiFiles['begun']
let keepers: GeminiFiles['keepers']
let gateway: GeminiFiles['gateway']

beforeAll(async () => {
  world = await startGeminiFiles()
  ;({ someone, begun, keepers, gateway } = world)
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => world.recover())

test('an upload that breaks in the middle is gone on with, where its vendor says', async () => {
  const mine = await someone()
  const { answer, url } = await begun(mine, { 'x-goog-upload-header-content-length': '6' }, '{"file":{}}')
  expect(answer.headers.get('x-goog-upload-status')).toBe('active')
  expect(answer.headers.get('x-goog-upload-chunk-granularity')).toBe('262144')
  expect(url).toMatch(
    new RegExp(`^${gateway.origin}/upload/v1beta/files\\?upload_id=[\\w.-]{100,1000}&upload_protocol=resumable$`),
  )
  const behindProxy = await begun(mine, { 'x-forwarded-proto': 'https' })
  expect(new URL(behindProxy.url).origin).toBe(gateway.origin.replace('http:', 'https:'))
  const first = await piece(url, { command: 'upload', offset: 0, body: 'abc' })
  expect([first.status, first.told('status'), first.told('size-received')]).toEqual([200, 'active', '3'])
  const { received } = keepers.a
  const broken = request(url, {
    method: 'POST',
    headers: { 'x-goog-upload-command': 'upload', 'x-goog-upload-offset': '3', 'content-length': '3' },
  })
  broken.on('error', () => undefined)
  broken.write('d')
  await expect.poll(() => keepers.a.received).toBe(received + 1)
  broken.destroy()
  await expect.poll(async () => (await piece(url, { command: 'query' })).told('size-received')).toBe('4')
  const last = await piece(url, { command: 'upload, finalize', offset: 4, body: 'ef' })
  expect(last.told('status')).toBe('final')
  const { file } = JSON.parse(last.text) as { file: { name: string; sha256Hash: string } }
  expect(file.sha256Hash).toBe(createHash('sha256').update('abcdef').digest('hex'))
  expect(await mine.google.files.get({ name: file.name })).toMatchObject({ sizeBytes: '6' })
  expect((await piece(url, { command: 'query' })).told('status'), 'what is over').toBe('final')
  expect((await piece(url, { command: 'upload, finalize', offset: 6, body: 'g' })).status).toBeGreaterThanOrEqual(400)
})

test('an upload that a restart comes between is gone on with, and one that is not known is told so without a key, too', async () => {
  const mine = await someone()
  const { url } = await begun(mine, { 'x-goog-upload-header-content-length': '6' })
  expect((await piece(url, { command: 'upload', offset: 0, body: 'abc' })).told('size-received')).toBe('3')
  await gateway.restart()
  expect((await piece(url, { command: 'query' })).told('size-received')).toBe('3')
  const last = await piece(url, { command: 'upload, finalize', offset: 3, body: 'def' })
  expect([last.status, last.told('status')]).toEqual([200, 'final'])
  const { file } = JSON.parse(last.text) as { file: { name: string } }
  expect(await mine.google.files.get({ name: file.name })).toMatchObject({ sizeBytes: '6' })
  const unknown = await piece(url.replace(/upload_id=[^&]*/, 'upload_id=of-long-ago'), { command: 'query' })
  expect([unknown.status, JSON.parse(unknown.text)]).toEqual([
    404,
    {
      error: expect.objectContaining({ code: 404, status: 'NOT_FOUND', message: expect.stringContaining('upload_id') }),
    },
  ])
})

test('nobody else goes on with an upload, and a key that is gone ends it', async () => {
  const [mine, other] = [await someone(), await someone()]
  const { url } = await begun(mine)
  expect(await piece(url, { command: 'query', key: other.key.secret })).toMatchObject({ status: 404 })
  expect((await piece(url, { command: 'query', key: mine.key.secret })).told('status')).toBe('active')
  const guessed = url.replace(/upload_id=[^&]*/, 'upload_id=guessed')
  expect((await piece(guessed, { command: 'query', key: mine.key.secret })).status).toBe(404)
  expect((await piece(url.replace('/upload/v1beta/files', '/v1beta/files'), { command: 'query' })).status).toBe(405)
  await gateway.call(adminDeleteKey, { params: { id: mine.key.id } })
  await expect.poll(async () => (await piece(url, { command: 'query' })).status).toBe(400)
  const calls = keepers.a.calls.length
  expect(await piece(url, { command: 'upload, finalize', offset: 0, body: 'abc' })).toMatchObject({ status: 400 })
  expect(keepers.a.calls).toHaveLength(calls)
})

test('a key that is revoked while a piece comes ends that piece', async () => {
  const mine = await someone()
  const { url } = await begun(mine)
  const sending = request(url, {
    method: 'POST',
    headers: { 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0', 'content-length': '6' },
  })
  sending.on('error', () => undefined)
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  sending.write('abc')
  await expect.poll(() => keepers.a.calls.at(-1)?.command).toBe('upload, finalize')
  await gateway.call(adminDeleteKey, { params: { id: mine.key.id } })
  const [{ statusCode }] = await answered
  expect(statusCode).toBe(400)
  sending.destroy()
})

test('64 MiB go through byte for byte in pieces, and take no memory', async () => {
  const mine = await someone()
  const { url } = await begun(mine, { 'x-goog-upload-header-content-length': String(64 * MIB) })
  const part = Buffer.from(Array.from({ length: 64 * 1024 }, (_, i) => (i * 31) % 256))
  const hash = createHash('sha256')
  collect()
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const send = async (offset: number, length: number, command: string) => {
    const headers = { 'x-goog-upload-command': command, 'x-goog-upload-offset': offset, 'content-length': length }
    const outgoing = request(url, { method: 'POST', headers })
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
    for (let sent = 0; sent < length; sent += part.length) {
      hash.update(part)
      if (!outgoing.write(part)) await once(outgoing, 'drain')
      if ((sent / part.length) % 64 !== 63) continue
      collect()
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
    outgoing.end()
    const [answer] = await answered
    let text = ''
    for await (const chunk of answer as AsyncIterable<Buffer>) text += chunk.toString()
    return { status: answer.statusCode, text }
  }
  expect((await send(0, 32 * MIB, 'upload')).status).toBe(200)
  const { text } = await send(32 * MIB, 32 * MIB, 'upload, finalize')
  expect(text).toContain(`"sha256Hash":"${hash.digest('hex')}"`)
  // As much for 256 MiB: what lies in sockets of the caller, the gateway and the vendor, all of which are in this process.
  expect(most).toBeLessThan(24 * MIB)
})

test('what a vendor does not read is not taken from its caller', async () => {
  const mine = await someone()
  const { url } = await begun(mine)
  const hold = Promise.withResolvers<void>()
  keepers.a.held = hold.promise
  const headers = { 'x-goog-upload-command': 'upload', 'x-goog-upload-offset': '0', 'content-length': String(64 * MIB) }
  const outgoing = request(url, { method: 'POST', headers })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  const part = Buffer.alloc(256 * 1024)
  let sent = 0
  const sending = (async () => {
    for (; sent < 64 * MIB; sent += part.length) if (!outgoing.write(part)) await once(outgoing, 'drain')
    outgoing.end()
  })()
  let seen = -1
  await expect.poll(() => seen === (seen = sent) && sent > 0, { interval: 300, timeout: 20_000 }).toBe(true)
  expect(sent).toBeLessThan(48 * MIB)
  hold.resolve()
  await sending
  const [answer] = await answered
  answer.resume()
  expect(answer.headers['x-goog-upload-size-received']).toBe(String(64 * MIB))
})

test('a vendor that fails is told without its words, its address or what it calls the upload', async () => {
  const mine = await someone()
  const { url } = await begun(mine)
  keepers.a.fails = 500
  const failed = await piece(url, { command: 'upload', offset: 0, body: 'abc' })
  expect(failed.status).toBeGreaterThanOrEqual(500)
  keepers.a.fails = 400
  const refused = await piece(url, { command: 'upload', offset: 0, body: 'abc' })
  keepers.a.fails = 0
  const wrong = await piece(url, { command: 'upload', offset: 7, body: 'abc' })
  const last = await piece(url, { command: 'upload, finalize', offset: 0, body: 'abc' })
  expect(last.status).toBe(200)
  for (const { all } of [failed, refused, wrong, last]) {
    expect(all).not.toContain(UPLOAD_SECRET)
    expect(all).not.toContain(VENDOR_SECRET)
    expect(all).not.toContain(keepers.a.origin)
  }
  for (const keeper of [keepers.a, keepers.b]) keeper.fails = 500
  const { answer } = await begun(mine)
  expect([answer.status >= 500, await answer.text()]).toEqual([true, expect.not.stringContaining('vendor.example')])
})

test('a piece that is refused before it was read is told so, however long it is', async () => {
  const mine = await someone()
  const { url } = await begun(mine)
  const body = new Uint8Array(16 * MIB)
  expect((await piece(url, { command: 'upload', offset: 7, body })).status).toBeGreaterThanOrEqual(400)
  expect((await piece(url, { command: 'upload', offset: 0, body })).told('size-received')).toBe(String(16 * MIB))
})

test('pieces that are not taken are held by the limits of calls, whatever they say they bring', async () => {
  const mine = await someone({ limits: [{ metric: 'requests', window: 'minute', max: 5 }] })
  const { url } = await begun(mine)
  const body = new Uint8Array(256 * 1024)
  for (let offset = 0; offset < 8 * body.length; offset += body.length)
    expect((await piece(url, { command: 'upload', offset, body })).status).toBe(200)
  const wrong = () => piece(url, { command: 'upload', offset: 7, body })
  const statuses: number[] = []
  for (let n = 0; n < 8; n += 1) statuses.push((await wrong()).status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
})

test('pieces go to where the vendor is asked, whatever it says of that, and no long address is kept', async () => {
  const mine = await someone()
  for (const host of ['ftp://elsewhere.example', 'http://a:b@elsewhere.example:1', 'elsewhere://x']) {
    keepers.a.host = host
    const { url } = await begun(mine)
    expect(await piece(url, { command: 'upload, finalize', offset: 0, body: 'abc' }), host).toMatchObject({
      status: 200,
    })
  }
  for (const keeper of [keepers.a, keepers.b]) keeper.host = `https://elsewhere.example/${'x'.repeat(5000)}`
  expect((await begun(mine)).answer.status).toBeGreaterThanOrEqual(500)
})
