import { createHash } from 'node:crypto'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCreateProvider } from '../../src/contract/providers.ts'
import { awsSignature } from '../../src/relay/sign/aws-signature.ts'
import { startVendor, type Served, type Vendor } from '../vendor/server.ts'
import { type Gateway, startGateway } from './gateway.ts'

const KEY = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', token: 'session/token==' }
const API_KEY = 'bedrock-api-key-YmVkcm9jaw=='

let vendor: Vendor
let gateway: Gateway
let key: string

beforeAll(async () => {
  vendor = await startVendor()
  gateway = await startGateway()
  await gateway.addModel('signed')
  await gateway.addModel('shown')
  await addProvider('signed', `${KEY.id}:${KEY.secret}:${KEY.token}`)
  await addProvider('shown', API_KEY)
  key = (await gateway.addKey()).secret
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
})

async function addProvider(model: string, secret: string): Promise<void> {
  await gateway.call(adminCreateProvider, {
    body: {
      slug: model,
      name: model,
      preset: 'bedrock',
      allow_private: true,
      credentials: [{ secret }],
      endpoints: [
        { dialect: 'openai', base_url: `${vendor.origin}/openai/v1` },
        { dialect: 'anthropic', base_url: `${vendor.origin}/anthropic` },
      ],
      routes: [{ model, upstream_name: 'claude-opus-5-5' }],
    },
  })
}

const openai = () => new OpenAI({ apiKey: key, baseURL: `${gateway.origin}/v1`, maxRetries: 0 })
const anthropic = () => new Anthropic({ authToken: key, baseURL: gateway.origin, maxRetries: 0 })
const last = (): Served => {
  const served = vendor.served.at(-1)
  if (!served) throw new Error('nothing was served')
  return served
}

/** Whether a call is signed for a service as AWS would check it: from what arrived. */
function isSigned({ method, path, headers, body }: Served, service: string): boolean {
  const date = String(headers['x-amz-date'])
  const [year, month, day, hour, minute, second] = date.match(/\d\d/g)?.slice(1) ?? []
  const now = Date.parse(`20${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  const { authorization } = awsSignature({
    method,
    url: new URL(path, vendor.origin),
    headers: { 'content-type': headers['content-type'] ?? '' },
    body,
    key: KEY,
    region: 'us-east-1',
    service,
    now,
  })
  return authorization === headers.authorization && headers['x-amz-security-token'] === KEY.token
}

test('chat and messages are signed with an access key, each for its own service, over the bytes that arrive', async () => {
  await openai().chat.completions.create({ model: 'signed', messages: [{ role: 'user', content: '玉门' }] })
  expect(last().path).toBe('/openai/v1/chat/completions')
  expect(isSigned(last(), 'bedrock')).toBe(true)
  expect(isSigned(last(), 'bedrock-mantle')).toBe(false)
  await anthropic().messages.create({ model: 'signed', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] })
  expect(last().path).toBe('/anthropic/v1/messages')
  expect(last().model).toBe('claude-opus-5-5')
  expect(isSigned(last(), 'bedrock-mantle')).toBe(true)
})

test('a query is signed with the rest', async () => {
  const body = JSON.stringify({ model: 'signed', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  await fetch(`${gateway.origin}/v1/messages?beta=a%20(b)*`, { method: 'POST', headers, body })
  expect(isSigned(last(), 'bedrock-mantle')).toBe(true)
})

test('a Bedrock API key is shown as a bearer token, and nothing is signed', async () => {
  await openai().chat.completions.create({ model: 'shown', messages: [{ role: 'user', content: 'hi' }] })
  expect(last().headers.authorization).toBe(`Bearer ${API_KEY}`)
  expect(last().headers).not.toHaveProperty('x-amz-date')
  await anthropic().messages.create({ model: 'shown', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] })
  expect(last().headers.authorization).toBe(`Bearer ${API_KEY}`)
  expect(last().headers).not.toHaveProperty('x-api-key')
})

test('no part of the access key but its id leaves the gateway', async () => {
  await openai().chat.completions.create({ model: 'signed', messages: [{ role: 'user', content: 'hi' }] })
  const sent = JSON.stringify(last().headers) + last().body.toString()
  expect(sent).toContain(KEY.id)
  expect(sent).not.toContain(KEY.secret)
  expect(sent).not.toContain(createHash('sha256').update(KEY.secret).digest('hex'))
})
