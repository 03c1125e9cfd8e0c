import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { asRecord } from '../../core/json.ts'
import { UpstreamFailure } from '../failure.ts'
import { createGoogleTokens, type Shop } from './google-tokens.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const ACCOUNT = { type: 'service_account', client_email: 'yumen@p.iam.gserviceaccount.com', private_key: privateKey }
const CREDENTIAL = JSON.stringify({ ...ACCOUNT, private_key_id: 'k1' })

/** A shop that sells numbered tokens for an hour and keeps what it was asked. */
function stage(answer: { status?: number; body?: string } = {}) {
  const clock = { now: 1_800_000_000_000 }
  const asked: { url: string; form: URLSearchParams }[] = []
  const shop: Shop = async (url, form) => {
    asked.push({ url: url.href, form: new URLSearchParams(form) })
    return { status: 200, body: JSON.stringify({ access_token: `t${asked.length}`, expires_in: 3600 }), ...answer }
  }
  const tokens = createGoogleTokens(() => clock.now)
  return { clock, asked, buy: (credential = CREDENTIAL) => tokens(credential, shop) }
}

const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof UpstreamFailure ? { class: error.class, said: error.said } : error),
  )

test('a token is bought with an assertion that the account’s key has signed', async () => {
  const { buy, asked } = stage()
  expect(await buy()).toBe('t1')
  expect(asked[0]?.url).toBe('https://oauth2.googleapis.com/token')
  expect(asked[0]?.form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
  const [head = '', claims = '', signature = ''] = asked[0]?.form.get('assertion')?.split('.') ?? []
  const read = (text: string) => asRecord(JSON.parse(Buffer.from(text, 'base64url').toString()))
  expect(read(head)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'k1' })
  expect(read(claims)).toEqual({
    iss: ACCOUNT.client_email,
    aud: 'https://oauth2.googleapis.com/token',
    scope: 'https://www.googleapis.com/auth/cloud-platform',
    iat: 1_800_000_000,
    exp: 1_800_003_600,
  })
  const signed = Buffer.from(`${head}.${claims}`)
  expect(verify('RSA-SHA256', signed, createPublicKey(publicKey), Buffer.from(signature, 'base64url'))).toBe(true)
})

test('a token is kept until five minutes before it expires, for each account', async () => {
  const { buy, clock, asked } = stage()
  await buy()
  clock.now += 55 * 60_000 - 1
  expect(await buy()).toBe('t1')
  expect(await buy(JSON.stringify({ ...ACCOUNT, client_email: 'other@p' }))).toBe('t2')
  clock.now += 1
  expect(await buy()).toBe('t3')
  expect(asked).toHaveLength(3)
})

test('those who come while a token is being bought wait for the same one', async () => {
  const { buy, asked } = stage()
  expect(await Promise.all([buy(), buy(), buy()])).toEqual(['t1', 't1', 't1'])
  expect(asked).toHaveLength(1)
})

test('an account that is refused is found invalid, and asked about again the next time', async () => {
  const { buy, asked } = stage({ status: 400, body: '{"error":"invalid_grant","error_description":"gone"}' })
  const fault = { class: 'credential', said: { word: 'invalid_grant', meaning: 'invalid' } }
  expect(await faultOf(buy())).toEqual(fault)
  expect(await faultOf(buy())).toEqual(fault)
  expect(asked).toHaveLength(2)
})

test('what a refusal says is told only when it is a word', async () => {
  const { buy } = stage({ status: 401, body: JSON.stringify({ error: `no ${CREDENTIAL}` }) })
  expect(await faultOf(buy())).toEqual({ class: 'credential', said: { word: 'token_refused', meaning: 'invalid' } })
})

test('a shop that is down says nothing about the account', async () => {
  for (const answer of [
    { status: 503, body: 'no' },
    { status: 200, body: '{}' },
  ])
    expect(await faultOf(stage(answer).buy())).toEqual({ class: 'credential', said: null })
})

test('while the shop is down a token is used as long as it is good, and a new one asked for twice a minute', async () => {
  const answer: { status?: number; body?: string } = {}
  const { buy, clock, asked } = stage(answer)
  await buy()
  answer.status = 503
  clock.now += 56 * 60_000
  expect([await buy(), await buy()]).toEqual(['t1', 't1'])
  expect(asked).toHaveLength(2)
  clock.now += 30_000
  expect(await buy()).toBe('t1')
  expect(asked).toHaveLength(3)
  clock.now += 4 * 60_000
  expect(await faultOf(buy())).toEqual({ class: 'credential', said: null })
  answer.status = 200
  expect(await buy()).toBe('t5')
})

test('a token of an account that is refused is not used any more', async () => {
  const answer: { status?: number; body?: string } = {}
  const { buy, clock } = stage(answer)
  await buy()
  Object.assign(answer, { status: 400, body: '{"error":"invalid_grant"}' })
  clock.now += 56 * 60_000
  expect(await faultOf(buy())).toMatchObject({ said: { word: 'invalid_grant' } })
})

test.each([
  ['no JSON', 'sk-1234'],
  ['no key', JSON.stringify({ client_email: 'a@b' })],
  ['a key that is none', JSON.stringify({ ...ACCOUNT, private_key: 'no' })],
  ['a token address that is none', JSON.stringify({ ...ACCOUNT, token_uri: 'file:///etc/passwd' })],
])('%s is found invalid, and nobody is asked', async (_what, credential) => {
  const { buy, asked } = stage()
  const said = { word: 'service_account_unreadable', meaning: 'invalid' }
  expect(await faultOf(buy(credential))).toEqual({ class: 'credential', said })
  expect(asked).toHaveLength(0)
})
