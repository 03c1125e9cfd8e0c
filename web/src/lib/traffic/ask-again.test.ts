import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { CaptureView } from '../../../../src/contract/captures.ts'
import { curlAgain, wholeRequest } from './ask-again.ts'

const SIDE = { text: '', bytes: 0, cut: false, redacted: false, headers: {} }
const BODY = `{"model":"m","messages":[{"role":"user","content":"it's \\"quoted\\", $HOME and \`ticks\`"}]}\n`

function said(
  request: Partial<NonNullable<CaptureView['request']>>,
  path: string | null = '/v1/messages',
): CaptureView {
  const asked = { ...SIDE, text: BODY, bytes: BODY.length, ...request }
  return {
    at: '2026-11-20T08:00:00.000Z',
    path,
    bodies: 'kept',
    level_now: 'FULL',
    request: asked,
    answer: SIDE,
    upstream: [],
  }
}

/** The arguments a shell hands to curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }; YUMEN_API_KEY=sk-test; ${command}`
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

const commandOf = (asked: Parameters<typeof curlAgain>[0], capture: CaptureView) => {
  const found = curlAgain(asked, capture, 'https://yumen.example')
  if ('why' in found) throw new Error(found.why)
  return found.command
}

test('the command sends the same bytes to the same path, with the headers that matter and the key from a variable', () => {
  const headers = { 'anthropic-version': '2023-06-01', 'anthropic-beta': 'a,b', 'user-agent': 'tool', accept: '*/*' }
  const command = commandOf({ protocol: 'anthropic-messages', stream: true }, said({ headers }))
  expect(command).not.toContain('sk-test')
  expect(argumentsOf(command)).toEqual([
    '-N',
    'https://yumen.example/v1/messages',
    '-H',
    'x-api-key: sk-test',
    '-H',
    'anthropic-version: 2023-06-01',
    '-H',
    'anthropic-beta: a,b',
    '-H',
    'Content-Type: application/json',
    '-d',
    BODY,
  ])
})

test.each([
  ['openai-responses', '/v1/responses/compact', 'Authorization: Bearer sk-test'],
  ['gemini-generate', '/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse', 'x-goog-api-key: sk-test'],
] as const)('%s goes where it went', (protocol, path, key) => {
  const told = argumentsOf(commandOf({ protocol, stream: false }, said({}, path)))
  expect(told).toContain(`https://yumen.example${path}`)
  expect(told).toContain(key)
})

test('what is not known word for word is not asked again, and says why', () => {
  const nothing: CaptureView = {
    at: null,
    path: null,
    bodies: null,
    level_now: 'BASIC',
    request: null,
    answer: null,
    upstream: [],
  }
  expect(wholeRequest(nothing)).toEqual({ why: 'notKept' })
  expect(wholeRequest({ ...said({ text: '', bytes: 9 }), bodies: 'succeeded' })).toEqual({ why: 'notKept' })
  expect(wholeRequest(said({ text: '', bytes: 9 }))).toEqual({ why: 'noText' })
  expect(wholeRequest(said({ cut: true, redacted: true }))).toEqual({ why: 'cut' })
  expect(wholeRequest(said({ redacted: true }))).toEqual({ why: 'redacted' })
  expect(wholeRequest(said({}, null))).toEqual({ why: 'redacted' })
  expect(curlAgain({ protocol: 'openai-chat', stream: false }, nothing, 'https://y')).toEqual({ why: 'notKept' })
})
