import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { testClock } from '../routing/test-targets.ts'
import type { Upstream, UpstreamRequest } from '../upstream.ts'
import { signingUpstream } from './signing-upstream.ts'

const REQUEST: UpstreamRequest = {
  method: 'POST',
  url: new URL('https://bedrock-runtime.eu-central-1.amazonaws.com/openai/v1/chat/completions'),
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{}'),
  allowPrivate: false,
}
const AWS = { kind: 'aws', service: 'bedrock' } as const

/** A signing upstream over one that only notes what it is sent. */
function stage() {
  const sent: UpstreamRequest[] = []
  const upstream: Upstream = {
    send: async (request) => {
      sent.push(request)
      return { status: 200, headers: {}, next: async () => null, cancel: () => undefined }
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
  const signing = signingUpstream(upstream, testClock())
  return { sent, send: (request: UpstreamRequest) => signing.send(request, 1000, new AbortController().signal) }
}

test.each([
  ['https://bedrock-runtime.eu-central-1.amazonaws.com', 'eu-central-1'],
  ['https://bedrock-mantle.us-gov-west-1.api.aws', 'us-gov-west-1'],
  ['https://vpce-0a1b-xyz.bedrock-runtime.eu-west-1.vpce.amazonaws.com', 'eu-west-1'],
  ['https://bedrock-runtime.eusc-de-east-1.amazonaws.eu', 'eusc-de-east-1'],
  ['https://proxy.example.com', 'us-east-1'],
])('calls to %s are signed for the region %s', async (origin, region) => {
  const { sent, send } = stage()
  const url = new URL('/v1/messages', origin)
  await send({ ...REQUEST, url, signing: { how: AWS, secret: 'AKIAIOSFODNN7EXAMPLE:secret' } })
  expect(sent[0]?.headers.authorization).toContain(`/${region}/bedrock/aws4_request`)
  expect(sent[0]?.headers['content-type']).toBe('application/json')
})

test('what needs no signature goes on as it is', async () => {
  const { sent, send } = stage()
  await send(REQUEST)
  expect(sent).toEqual([REQUEST])
})

test('tokens are bought over TLS only, unless addresses may be private', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const account = { client_email: 'a@b', private_key, token_uri: 'http://token.example/' }
  const { sent, send } = stage()
  const secret = JSON.stringify(account)
  const refused = send({ ...REQUEST, signing: { how: { kind: 'google' }, secret } })
  await expect(refused).rejects.toMatchObject({ class: 'blocked_address' })
  expect(sent).toEqual([])
})

test('whoever leaves does not wait for a token that is being bought', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const account = { client_email: 'a@b', private_key, token_uri: 'https://token.example/' }
  const silent: Upstream = {
    send: () => new Promise(() => undefined),
    [Symbol.asyncDispose]: async () => undefined,
  }
  const leaving = new AbortController()
  const signing = { how: { kind: 'google' }, secret: JSON.stringify(account) } as const
  const waiting = signingUpstream(silent, testClock()).send({ ...REQUEST, signing }, 1000, leaving.signal)
  leaving.abort()
  await expect(waiting).rejects.toMatchObject({ class: 'caller_gone' })
})

test('a token that is refused before its time is not shown again', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const secret = JSON.stringify({ client_email: 'a@b', private_key, token_uri: 'https://token.example/' })
  const shown: (string | undefined)[] = []
  let sold = 0
  const upstream: Upstream = {
    send: async ({ url, headers }) => {
      const isShop = url.hostname === 'token.example'
      if (isShop) sold += 1
      else shown.push(headers['authorization'])
      const pieces = isShop ? [Buffer.from(JSON.stringify({ access_token: `t${sold}`, expires_in: 3600 }))] : []
      const status = headers['authorization'] === 'Bearer t1' ? 401 : 200
      return { status, headers: {}, next: async () => pieces.shift() ?? null, cancel: () => undefined }
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
  const signing = signingUpstream(upstream, testClock())
  const request = { ...REQUEST, signing: { how: { kind: 'google' }, secret } } as const
  for (let n = 0; n < 3; n += 1) await signing.send(request, 1000, new AbortController().signal)
  expect(shown).toEqual(['Bearer t1', 'Bearer t2', 'Bearer t2'])
})
