import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts'
import { geminiInteractions } from './gemini-interactions/gemini-interactions.ts'
import { openaiChat } from './openai-chat/openai-chat.ts'
import { openaiResponses } from './openai-responses/openai-responses.ts'
import type { Protocol, Tap } from './protocol.ts'

const ROOT = new URL('../../test/tapes/', import.meta.url)
const protocols: Protocol[] = [openaiChat, openaiResponses, anthropicMessages, geminiInteractions]

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

const MIB = 1024 * 1024
/** The largest event of a protocol, where it is not 16 MiB. */
const MOST: Readonly<Record<string, number>> = { 'gemini-interactions': 32 * MIB }

test.each(protocols)('an event of $id that never ends is reported, not kept for ever', (protocol) => {
  const tap = protocol.read(incoming()).tap()
  const step = Buffer.alloc(MIB, 'x')
  for (let size = 0; size < (MOST[protocol.id] ?? 16 * MIB); size += MIB) tap.push(step)
  expect(tap.seen.failure).toBeNull()
  tap.push(step)
  expect(tap.seen.failure).toBe('event_too_large')
})

const picture = 'A'.repeat(5 * MIB)
/** What holds a whole picture or document. */
const LARGE: Readonly<Record<string, string>> = {
  'openai-chat': `data: {"choices":[{"index":0,"delta":{"images":[{"type":"image_url","image_url":{"url":"data:image/png;base64,${picture}"}}]}}]}`,
  'openai-responses': `data: {"type":"response.output_item.done","item":{"type":"image_generation_call","result":"${picture}"}}`,
  'gemini-interactions': `data: {"index":0,"delta":{"type":"image","data":"${picture}"},"event_type":"step.delta"}`,
  'anthropic-messages': `data: {"type":"content_block_start","content_block":{"type":"web_fetch_tool_result","content":{"data":"${picture}"}}}`,
}

test.each(protocols)('an event of $id that holds a picture goes on whole', (protocol) => {
  const event = Buffer.from(`${LARGE[protocol.id]}\n\n`)
  const { bytes, seen } = play(protocol.read(incoming(asking)).tap(), event, 64 * 1024)
  expect(bytes.equals(event)).toBe(true)
  expect(seen.failure).toBeNull()
})
