import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SideGateway, startSideGateway } from './side.ts'

let gateway: SideGateway

beforeAll(async () => {
  gateway = await startSideGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('a path nobody serves stays a clean 404', async () => {
  for (const path of ['/v1/decisions', '/v1/videos', '/v1/audio/voices', '/images/nothing']) {
    const refused = await gateway.post(path, '{"model":"m"}')
    expect(refused.status, path).toBe(404)
    expect(await refused.json(), path).toMatchObject({ error: { code: 'unknown_url' } })
  }
})

test('a compressed body reaches the vendor as it was written', async () => {
  const body = '{ "model": "m", "input": "玉门" }'
  for (const [encoding, bytes] of [
    ['gzip', gzipSync(body)],
    ['zstd', zstdCompressSync(body)],
  ] as const) {
    expect((await gateway.post('/v1/embeddings', bytes, { 'content-encoding': encoding })).status).toBe(200)
    expect(gateway.vendor.last().headers['content-encoding']).toBeUndefined()
    expect(gateway.vendor.last().body.toString()).toBe(body.replace('"m"', '"m-upstream"'))
  }
})

test('a bomb gets 413 and an encoding nobody knows 415, in the dialect, and the vendor sees neither', async () => {
  const before = gateway.vendor.served.length
  const bomb = await gateway.post('/v1/embeddings', gzipSync(Buffer.alloc(64 * 1024 * 1024)), {
    'content-encoding': 'gzip',
  })
  expect(bomb.status).toBe(413)
  expect(await bomb.json()).toMatchObject({ error: { code: 'request_too_large' } })
  const unknown = await gateway.post('/v1/messages/count_tokens', '{}', { 'content-encoding': 'compress' })
  expect(unknown.status).toBe(415)
  expect(await unknown.json()).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } })
  expect(gateway.vendor.served).toHaveLength(before)
})
