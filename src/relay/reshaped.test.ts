import { expect, test } from 'vitest'
import type { ProtocolId } from '../core/protocol.ts'
import { reshaped } from './reshaped.ts'
import { aTarget } from './routing/test-targets.ts'

function vertexTarget(dialect: 'anthropic' | 'gemini' | 'openai', upstreamName: string) {
  const target = aTarget('v')
  const provider = { ...target.provider, preset: 'vertex' }
  return { ...target, upstreamName, provider, endpoint: { ...target.endpoint, dialect } }
}

function claude(body: string, { protocol = 'anthropic-messages' as ProtocolId, stream = false } = {}) {
  const target = vertexTarget('anthropic', 'claude-opus-5-5')
  const { path, body: bytes } = reshaped(
    { path: '/v1/messages', body: Buffer.from(body) },
    { target, protocol, stream },
  )
  return { path, body: Buffer.from(bytes).toString() }
}

const PATH = '/publishers/anthropic/models/claude-opus-5-5'
const VERSION = '"anthropic_version":"vertex-2023-10-16"'

test('Claude on Vertex has its model in the path and a version in the body; everything else keeps its bytes', () => {
  expect(claude('{"model":"claude-opus-5-5","max_tokens" : 5, "big":12345678901234567890}')).toEqual({
    path: `${PATH}:rawPredict`,
    body: `{${VERSION},"max_tokens" : 5, "big":12345678901234567890}`,
  })
  expect(claude('{"max_tokens":5 , "model" : "claude-opus-5-5" }', { stream: true })).toEqual({
    path: `${PATH}:streamRawPredict`,
    body: `{${VERSION},"max_tokens":5  }`,
  })
})

test.each([
  '{"model":"x","a":1,"model":"y"}',
  '{"mo\\u0064el":"x","a":1}',
  '{"anthropic_version":"2023-06-01","model":"x","a":1}',
  '{"a":1,"model":"say \\"model\\":1"}',
  '{"a":1,"anthropic_version":"2023-06-01","model":"x"}',
  '{"a":1 , "model":"x" , "model":"y" , "anthropic_version":"2023-06-01" }',
])('whichever way the model stands in %s, none is left, and the version is ours alone', (body) => {
  const text = claude(body).body
  expect(JSON.parse(text)).toEqual({ anthropic_version: 'vertex-2023-10-16', a: 1 })
  expect(text.match(/anthropic_version/g)).toHaveLength(1)
})

test('tokens of Claude on Vertex are counted at a path of their own, with the model in the body', () => {
  expect(claude('{"model":"m","messages":[]}', { protocol: 'anthropic-count-tokens' })).toEqual({
    path: '/publishers/anthropic/models/count-tokens:rawPredict',
    body: `{${VERSION},"model":"m","messages":[]}`,
  })
})

test('Gemini on Vertex is asked under its publisher, whichever version the caller named', () => {
  const addressed = { path: '/v1beta/models/gemini-3.8-flash:streamGenerateContent', body: Buffer.from('{}') }
  const asked = {
    target: vertexTarget('gemini', 'gemini-3.8-flash'),
    protocol: 'gemini-generate',
    stream: true,
  } as const
  const path = '/publishers/google/models/gemini-3.8-flash:streamGenerateContent'
  expect(reshaped(addressed, asked)).toEqual({ ...addressed, path })
})

test('what no server wants otherwise is left alone', () => {
  const addressed = { path: '/chat/completions', body: Buffer.from('{}') }
  const asked = { target: vertexTarget('openai', 'google/gemini'), protocol: 'openai-chat', stream: false } as const
  expect(reshaped(addressed, asked)).toBe(addressed)
})
