import { readFileSync } from 'node:fs'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { anthropicMessages } from '../../protocols/anthropic-messages/anthropic-messages.ts'
import { openaiChat } from '../../protocols/openai-chat/openai-chat.ts'
import { openaiResponses } from '../../protocols/openai-responses/openai-responses.ts'
import { geminiGenerate } from '../../protocols/gemini-generate/gemini-generate.ts'
import type { Tap } from '../../protocols/protocol.ts'
import { AskedText, NOTHING_ASKED } from './asked-text.ts'
import { createEstimator } from './estimator.ts'
import { roughTokens } from './request-text.ts'
import { createTokenizer } from './tokenizer.ts'

const repository = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const english = repository('README.md').slice(0, 9000)
const chinese = repository('README.zh-CN.md').slice(0, 6000)
const code = repository('src/protocols/sse.ts').slice(0, 6000)
const toolJson = JSON.stringify(
  Array.from({ length: 60 }, (_, i) => ({ path: `src/rooms/door-${i}.ts`, line: i * 37, edit: `const answer = ${i}` })),
)
const TEXTS = { english, chinese, code, toolJson, mixed: english + chinese + code + toolJson }

/** Deltas of so many characters in turn: some vendors send a token at a time, others a sentence. */
function pieces(text: string, sizes: readonly number[]): string[] {
  const found: string[] = []
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    found.push(text.slice(at, at + size))
    at += size
  }
  return found
}

const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`
const chat = (delta: object) => event({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }] })
const STREAMS: Record<string, { tap: () => Tap; say: (text: string) => string }> = {
  chat: {
    tap: () => openaiChat.read(incoming('/v1/chat/completions')).tap(),
    say: (content) => chat({ content }),
  },
  'chat, tool calls': {
    tap: () => openaiChat.read(incoming('/v1/chat/completions')).tap(),
    say: (text) => chat({ tool_calls: [{ index: 0, function: { arguments: text } }] }),
  },
  messages: {
    tap: () => anthropicMessages.read(incoming('/v1/messages')).tap(),
    say: (text) => event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  },
  responses: {
    tap: () => openaiResponses.read(incoming('/v1/responses')).tap(),
    say: (delta) => event({ type: 'response.output_text.delta', delta, sequence_number: 1 }),
  },
  generate: {
    tap: () =>
      geminiGenerate
        .read({ ...incoming('/v1beta/models/m:streamGenerateContent'), query: new URLSearchParams('alt=sse') })
        .tap(),
    say: (text) => event({ candidates: [{ content: { parts: [{ text }] } }] }),
  },
}

function incoming(path: string) {
  const body = Buffer.from(JSON.stringify({ model: 'm', stream: true, messages: [], contents: [] }))
  return { path, query: new URLSearchParams(), body }
}

const trueTokens = (text: string) => countTokens(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() })
const off = (found: number, truth: number) => Math.abs(found - truth) / truth

test('what was relayed of a stream without usage is estimated within 15 % of its tokens', async () => {
  await using tokenizer = createTokenizer({ patienceMs: 30_000 })
  const estimate = createEstimator(tokenizer)
  for (const [protocol, { tap, say }] of Object.entries(STREAMS)) {
    for (const [name, text] of Object.entries(TEXTS)) {
      const open = tap()
      for (const piece of pieces(text, [3, 1, 5, 40, 2])) open.push(Buffer.from(say(piece)))
      const { output } = await estimate(NOTHING_ASKED, open.seen.text)
      expect(off(output, trueTokens(text)), `${protocol}, ${name}: ${output} of ${trueTokens(text)}`).toBeLessThan(0.15)
    }
  }
})

test('a text that is written with escapes is measured like the same text without', async () => {
  await using tokenizer = createTokenizer({ patienceMs: 30_000 })
  const open = STREAMS['chat']?.tap()
  for (const piece of pieces(chinese, [2])) {
    const json = chat({ content: piece }).replace(
      /[^\0-\x7f]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    open?.push(Buffer.from(json))
  }
  const { output } = await createEstimator(tokenizer)(NOTHING_ASKED, open?.seen.text)
  expect(off(output, trueTokens(chinese))).toBeLessThan(0.15)
})

test('a request is estimated from its text, and a picture counts as a picture', async () => {
  await using tokenizer = createTokenizer({ patienceMs: 30_000 })
  const estimate = createEstimator(tokenizer)
  for (const [name, text] of Object.entries(TEXTS)) {
    const content = text.repeat(40)
    const truth = trueTokens(text) * 40
    const body = Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }))
    expect(off((await estimate(new AskedText(body), undefined)).input, truth), name).toBeLessThan(0.15)
    expect(off(roughTokens(body), truth), `${name}, by rule: ${roughTokens(body)} of ${truth}`).toBeLessThan(0.35)
  }
  const picture = Buffer.alloc(3_000_000, 7).toString('base64')
  for (const part of [
    { type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
  ]) {
    const body = Buffer.from(
      JSON.stringify({ messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }, part] }] }),
    )
    for (const tokens of [roughTokens(body), (await estimate(new AskedText(body), undefined)).input]) {
      expect(tokens).toBeGreaterThan(1100)
      expect(tokens).toBeLessThan(1200)
    }
  }
})

test('a body that is full of what pictures begin with takes no longer than its length asks for', () => {
  for (const mark of [';base64,', '"data":'])
    expect(roughTokens(Buffer.from(JSON.stringify([mark.repeat(500_000)])))).toBeGreaterThan(500_000)
})
