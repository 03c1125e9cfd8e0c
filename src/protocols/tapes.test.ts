import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts'
import { openaiChat } from './openai-chat/openai-chat.ts'
import { openaiResponses } from './openai-responses/openai-responses.ts'
import type { Protocol, Tap } from './protocol.ts'

const ROOT = new URL('../../test/tapes/', import.meta.url)
const protocols: Protocol[] = [openaiChat, openaiResponses, anthropicMessages]

const incoming = (extra = '') => ({
  path: '',
  query: new URLSearchParams(),
  body: Buffer.from(`{"model":"m","stream":true${extra},"messages":[]}`),
})
const asking = ',"stream_options":{"include_usage":true}'

/** What a tap lets through and what it saw, fed in chunks of a size. */
function play(tap: Tap, tape: Buffer, size: number) {
  const out: Buffer[] = []
  for (let at = 0; at < tape.length; at += size) out.push(tap.push(tape.subarray(at, at + size)))
  out.push(tap.flush())
  const { usageRaw: _raw, pieces: _pieces, text: _text, serviceTier: _tier, ...seen } = tap.seen
  return { bytes: Buffer.concat(out), seen }
}

for (const protocol of protocols) {
  const folder = new URL(`${protocol.id}/`, ROOT)
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []))
  test.each(names)(`${protocol.id} tape %s is forwarded unchanged and read right, however it is cut`, (name) => {
    const tape = readFileSync(new URL(`${name}.sse`, folder))
    const expected: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))
    for (const size of [1, 2, 3, 7, 64, 1000, tape.length]) {
      const { bytes, seen } = play(protocol.read(incoming(asking)).tap(), tape, size)
      expect(bytes.equals(tape)).toBe(true)
      expect(seen).toEqual(expected)
    }
  })
}

const chat = new URL('openai-chat/', ROOT)

const hidden = readdirSync(chat).flatMap((file) => (file.endsWith('.hidden.sse') ? [file.slice(0, -11)] : []))

test.each(hidden)('the usage chunk of %s is hidden from a caller who did not ask', (name) => {
  const tape = readFileSync(new URL(`${name}.sse`, chat))
  const expected = readFileSync(new URL(`${name}.hidden.sse`, chat))
  for (const size of [1, 5, 333, tape.length]) {
    const { bytes } = play(openaiChat.read(incoming()).tap(), tape, size)
    expect(bytes.toString()).toBe(expected.toString())
  }
})

test('an event that never ends is reported, not kept for ever', () => {
  const tap = openaiChat.read(incoming()).tap()
  for (let i = 0; i < 40; i += 1) tap.push(Buffer.alloc(64 * 1024, 'x'))
  expect(tap.seen.failure).toBe('event_too_large')
})
