import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHAT, startBetweenTwo, type TwoVendors } from './two-vendors.ts'

const PAGE = { origin: 'https://chat.example' }

let stage: TwoVendors
beforeAll(async () => {
  stage = await startBetweenTwo()
})
afterAll(() => stage[Symbol.asyncDispose]())

test.each([
  ['/v1/chat/completions', 'authorization, content-type, x-stainless-lang'],
  ['/v1/messages', 'x-api-key, anthropic-version, anthropic-dangerous-direct-browser-access'],
  ['/v1beta/models/m:streamGenerateContent', 'x-goog-api-key, x-goog-api-client'],
  ['/v1/models', 'authorization'],
])('a page of another origin may call %s', async (path, names) => {
  const asked = stage.first.served.length
  const response = await stage.send(undefined, {
    path,
    method: 'OPTIONS',
    headers: { ...PAGE, 'access-control-request-method': 'POST', 'access-control-request-headers': names },
  })
  expect(response.status).toBe(204)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': 'authorization, *',
  })
  expect(response.headers.has('access-control-allow-credentials')).toBe(false)
  expect(stage.first.served).toHaveLength(asked)
})

test.each([
  ['an answer', { ...CHAT }, 200],
  ['a stream', { ...CHAT, stream: true }, 200],
  ['a refusal', { ...CHAT, model: 'nope' }, 404],
])('it may read %s with its headers, and other callers are told nothing of it', async (_name, body, status) => {
  const headers = { authorization: `Bearer ${stage.key}` }
  const response = await stage.send(body, { headers: { ...headers, ...PAGE } })
  expect(response.status).toBe(status)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-expose-headers')).toBe('*')
  await response.text()
  const plain = await stage.send(body, { headers })
  expect(plain.headers.has('access-control-allow-origin')).toBe(false)
  await plain.text()
})

test('an OPTIONS that no page sent is a method like another, and the console is nobody else’s to read', async () => {
  const options = await stage.send(undefined, { method: 'OPTIONS', headers: PAGE })
  expect(options.status).toBe(405)
  const api = await fetch(`${stage.gateway.origin}/api/public/site`, { headers: PAGE })
  expect(api.headers.has('access-control-allow-origin')).toBe(false)
})

test('a form of another origin, with a key of its own in the address, leads to no page of the console’s origin', async () => {
  const page = '<script>localStorage.access_token</script>'
  stage.first.queue({ status: 400, headers: { 'content-type': 'text/html' }, body: page })
  const path = `/v1/chat/completions?key=${stage.key}`
  const answer = await stage.send(CHAT, { path, headers: { ...PAGE, 'content-type': 'text/plain' } })
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([400, 'text/html', page])
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})
