import { expect, test } from 'vitest'
import { NO_USAGE } from '../../core/usage.ts'
import { passThrough } from './pass-through.ts'

const PICTURES = { model: 'm', n: 4, quality: 'high', prompt: 'a gate' }

/** A tap on the answer to a request for pictures. */
function tapOf(request: object) {
  const path = '/v1/images/generations'
  const images = passThrough.find((protocol) => protocol.serves(path))
  if (!images) throw new Error('nobody makes pictures')
  return images.read({ path, query: new URLSearchParams(), body: Buffer.from(JSON.stringify(request)) }).tap()
}

const event = (data: object) => Buffer.from(`event: some\ndata: ${JSON.stringify(data)}\n\n`)
const blocked = { code: 'moderation_blocked', type: 'image_generation_user_error', message: 'data: no' }

test.each([
  ['the user’s fault', { type: 'error', error: blocked }, { failure: 'moderation_blocked', callers: true }],
  ['the vendor’s fault', { type: 'error', error: { code: 'server_error' } }, { failure: 'server_error' }],
  ['a fault told beside its type', { type: 'error', code: 'server_error' }, { failure: 'server_error' }],
])('a stream that begins with a failure, %s, brought nothing and costs nothing', (_name, data, told) => {
  const tap = tapOf({ ...PICTURES, stream: true })
  tap.push(event(data))
  tap.flush()
  expect(tap.seen).toMatchObject({ content: false, pieces: 0, ...told })
  expect(tap.seen.callers).toBe('callers' in told ? true : undefined)
  expect(tap.seen.usage).toBe(NO_USAGE)
})

test('a failure after a picture was begun leaves what was begun', () => {
  const tap = tapOf({ ...PICTURES, stream: true })
  tap.push(event({ type: 'image_generation.partial_image', b64_json: 'A' }))
  tap.push(event({ type: 'error', error: blocked }))
  expect(tap.seen).toMatchObject({
    content: true,
    pieces: 1,
    failure: 'moderation_blocked',
    usage: { imageOut: 16_640 },
  })
  expect(tap.seen.callers).toBeUndefined()
})

test('a failure that comes as a document where a stream was asked for costs nothing', () => {
  const tap = tapOf({ ...PICTURES, stream: true })
  tap.push(Buffer.from(JSON.stringify({ error: { code: 'server_error' } })))
  tap.flush()
  expect(tap.seen.failure).toBe('server_error')
  expect(tap.seen.usage).toBe(NO_USAGE)
})

test('who sells by the picture is paid for each that was made', () => {
  const tap = tapOf({ model: 'doubao-seedream-4-5', sequential_image_generation: 'auto' })
  const usage = { generated_images: 3, output_tokens: 49_152, total_tokens: 49_152 }
  tap.push(Buffer.from(JSON.stringify({ data: [{ url: 'a' }, { url: 'b' }, { url: 'c' }], usage })))
  tap.flush()
  expect(tap.seen).toMatchObject({ estimated: false, usage: { requests: 3, imageOut: 49_152 } })
})
