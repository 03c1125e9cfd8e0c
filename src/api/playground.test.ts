import { afterAll, beforeAll, expect, test } from 'vitest'
import { GatewayError } from '../core/errors.ts'
import { openWorld, type World } from './testing.ts'

let world: World
let token = ''
let keyId = ''
beforeAll(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('ada')).id)).access
  keyId = (await world.call('createKey', { token, body: { name: 'k' } })).body.id
})
afterAll(() => world[Symbol.asyncDispose]())

const asked = (more: object = {}) => ({ protocol: 'openai-chat' as const, model: 'm', body: { messages: [] }, ...more })

const post = (body: object, bearer = token) =>
  world.fetch('/api/playground', {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'accept-language': 'en' },
    body: JSON.stringify(body),
  })

test('answers with what the relay answers, as it is', async () => {
  const response = await post({ key_id: keyId, ...asked() })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.get('x-yumen-request-id')).toBe('r1')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.text()).toBe('data: [DONE]\n\n')
  expect(world.seen.plays.at(-1)).toMatchObject({ keyId, model: 'm', stream: true, locale: 'en', ip: '192.0.2.1' })
})

test('knows no key of somebody else, and asks the relay nothing', async () => {
  const other = (await world.session((await world.user('bob')).id)).access
  const before = world.seen.plays.length
  expect((await post({ key_id: keyId, ...asked() }, other)).status).toBe(404)
  expect(world.seen.plays.length).toBe(before)
})

test('tells why there is no answer, with the id of the request', async () => {
  world.script.play = () => ({ ok: false, requestId: 'r2', error: new GatewayError('model_not_found', { model: 'm' }) })
  const response = await post({ key_id: keyId, ...asked() })
  expect(response.status).toBe(404)
  expect(response.headers.get('x-yumen-request-id')).toBe('r2')
  expect(await response.json()).toEqual({
    detail: 'The model `m` does not exist or you do not have access to it.',
    code: 'model_not_found',
    request_id: 'r2',
  })
})

test('an upstream’s own refusal is told in the same form', async () => {
  const answer = { status: 400, headers: { 'content-type': 'application/json' } }
  const words = JSON.stringify({ error: { type: 'invalid_request_error', message: 'max_tokens: too large' } })
  world.script.play = () => ({ ok: true, requestId: 'r4', answer: { ...answer, body: new Blob([words]).stream() } })
  const response = await post({ key_id: keyId, ...asked() })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    detail: 'max_tokens: too large',
    code: 'upstream_rejected',
    request_id: 'r4',
  })
})

test('a key that is refused does not look like a session that has ended', async () => {
  world.script.play = () => ({ ok: false, requestId: 'r3', error: new GatewayError('key_disabled') })
  expect((await post({ key_id: keyId, ...asked() })).status).toBe(403)
})

test.each([
  ['a protocol that has no chat', { protocol: 'openai-embeddings' }],
  ['a body that is no object', { body: [] }],
  ['fields nobody knows', { user_id: 'x' }],
])('refuses %s', async (_, more) => {
  expect((await post({ key_id: keyId, ...asked(more) })).status).toBe(422)
})
