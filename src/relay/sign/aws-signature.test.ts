import { expect, test } from 'vitest'
import { type AwsCall, awsKeyOf, awsSignature } from './aws-signature.ts'

// AWS Signature Version 4 Test Suite (aws-sig-v4-test-suite, 2015).
const KEY = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', token: null }
const CALL: AwsCall = {
  method: 'GET',
  url: new URL('https://example.amazonaws.com/'),
  headers: {},
  body: null,
  key: KEY,
  region: 'us-east-1',
  service: 'service',
  now: Date.UTC(2015, 7, 30, 12, 36),
}
const at = (path: string) => new URL(path, CALL.url)
const UNRESERVED = '-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const VECTORS: [string, Partial<AwsCall>, string, string][] = [
  ['get-vanilla', {}, 'host;x-amz-date', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'get-vanilla-query-order-key-case',
    { url: at('/?Param2=value2&Param1=value1') },
    'host;x-amz-date',
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
  [
    'get-unreserved',
    { url: at(`/${UNRESERVED}`) },
    'host;x-amz-date',
    '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f',
  ],
  [
    'post-vanilla',
    { method: 'POST' },
    'host;x-amz-date',
    '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  ],
  [
    'post-x-www-form-urlencoded',
    {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from('Param1=value1'),
    },
    'content-type;host;x-amz-date',
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
]

test.each(VECTORS)('a call is signed as AWS signs it: %s', (_name, call, names, signature) => {
  expect(awsSignature({ ...CALL, ...call })).toEqual({
    'x-amz-date': '20150830T123600Z',
    authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${names}, Signature=${signature}`,
  })
})

test('the token of a temporary key goes out with the call and is signed', () => {
  const { authorization, ...own } = awsSignature({ ...CALL, key: { ...KEY, token: 'session-token' } })
  expect(own).toEqual({ 'x-amz-date': '20150830T123600Z', 'x-amz-security-token': 'session-token' })
  expect(authorization).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token,')
  const other = awsSignature({ ...CALL, key: { ...KEY, token: 'another-token' } })
  expect(other.authorization).not.toBe(authorization)
})

test('nothing of the body, the path or the query can change without the signature', () => {
  const calls = [
    {},
    { body: Buffer.from('{}') },
    { url: at('/a%20b') },
    { url: at('/a%2520b') },
    { url: at('/?a=1') },
    { url: at("/?a='1'") },
  ]
  const signatures = calls.map((call) => awsSignature({ ...CALL, method: 'POST', ...call }).authorization)
  expect(new Set(signatures).size).toBe(calls.length)
})

test.each([
  ['AKIAIOSFODNN7EXAMPLE:secret/+=', { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'secret/+=', token: null }],
  ['ASIAIOSFODNN7EXAMPLE:secret:to/ken==', { id: 'ASIAIOSFODNN7EXAMPLE', secret: 'secret', token: 'to/ken==' }],
  ['ABSKQmVkcm9ja0FQSUtleS1hYmM=', null],
  ['bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t', null],
  ['AKIAIOSFODNN7EXAMPLE:', null],
])('%s is read as what it is', (credential, key) => {
  expect(awsKeyOf(credential)).toEqual(key)
})
