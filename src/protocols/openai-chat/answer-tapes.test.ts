import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asRecord, parseExactly } from '../../core/json.ts'
import { dataTextsIn } from '../sse.ts'
import type { Piece } from '../translate/piece.ts'
import { createChatReader } from './answer-reader.ts'

const folder = new URL('../../../test/tapes/openai-chat/', import.meta.url)

/** The pieces of a tape; one that was cut off ends where its last whole event does. */
function piecesOf(name: string): Piece[] {
  const reader = createChatReader()
  const events = [...dataTextsIn(readFileSync(new URL(`${name}.sse`, folder)))].map(parseExactly)
  const told = events.filter((event) => event !== undefined).flatMap((event) => reader.event(asRecord(event)))
  return [...told, ...reader.end()]
}

const open = (index: number, kind: 'text' | 'thinking') => ({ type: 'open', index, block: { kind } })
const callBlock = (id: string, name: string) => ({
  kind: 'call',
  id,
  name,
  namespace: null,
  form: 'function',
})
const delta = (index: number, text: string) => ({ type: 'delta', index, text })
const close = (index: number) => ({ type: 'close', index, signature: null })
const start = { type: 'start', id: 'chatcmpl-1', model: 'gpt-5.5-2026-04-23' }
const usage = {
  type: 'usage',
  usage: expect.objectContaining({ input: 150, cacheRead: 1000, output: 30, reasoning: 12 }),
}
const finished = (reason: string) => ({ type: 'finish', reason, stopSequence: null })

const TAPES: Readonly<Record<string, unknown[]>> = {
  text: [
    start,
    open(0, 'text'),
    delta(0, '你好，'),
    delta(0, '"usage":{} data: [DONE] 😀'),
    close(0),
    finished('stop'),
    usage,
  ],
  thinking: [
    start,
    open(0, 'thinking'),
    delta(0, '想一想…'),
    close(0),
    open(1, 'text'),
    delta(1, '42'),
    usage,
    close(1),
    finished('stop'),
  ],
  'tool-call': [
    start,
    { type: 'open', index: 0, block: callBlock('call_1', 'weather') },
    delta(0, '{"city":"玉门","id":12345678901234567890}'),
    close(0),
    finished('tools'),
    usage,
  ],
  'parallel-tools': [
    start,
    open(0, 'text'),
    delta(0, '我查一下。'),
    close(0),
    { type: 'open', index: 1, block: callBlock('call_1', 'weather') },
    delta(1, '{"city":"玉'),
    { type: 'open', index: 2, block: callBlock('call_2', 'weather') },
    delta(2, '{"city":"敦煌"'),
    delta(1, '门"}'),
    delta(2, ',"id":12345678901234567890}'),
    { type: 'open', index: 3, block: callBlock('call_3', 'now') },
    close(1),
    close(2),
    delta(3, '{}'),
    close(3),
    finished('tools'),
    usage,
  ],
  image: [
    { ...start, model: 'google/gemini-3.8-flash-image' },
    { type: 'open', index: 0, block: { kind: 'image', mime: 'image/png' } },
    delta(0, 'iVBORw0KGgo='),
    close(0),
    open(1, 'text'),
    delta(1, '一座城楼'),
    close(1),
    finished('stop'),
    usage,
  ],
  structured: [
    start,
    open(0, 'text'),
    ...['{"city"', ':"玉门","', 'id":12345678901234567890}'].map((text) => delta(0, text)),
    close(0),
    finished('stop'),
    usage,
  ],
  length: [
    { ...start, model: 'kimi-k3' },
    open(0, 'text'),
    delta(0, '半句'),
    { type: 'usage', usage: expect.objectContaining({ input: 200, cacheRead: 1000, output: 30 }) },
    close(0),
    finished('length'),
  ],
  filter: [{ ...start, model: null }, open(0, 'text'), delta(0, '从前有'), close(0), finished('filter'), usage],
  abort: [start, open(0, 'text'), delta(0, 'half a sen'), close(0)],
  // SGLang and older Ollama say an empty reason as long as there is none.
  'empty-reason': [
    { ...start, model: 'qwen3-32b' },
    open(0, 'text'),
    delta(0, '你好'),
    delta(0, '，世界'),
    close(0),
    finished('stop'),
  ],
  'abort-empty-reason': [
    { ...start, model: 'qwen3-32b' },
    open(0, 'text'),
    delta(0, '你好'),
    delta(0, '，世'),
    close(0),
  ],
  error: [
    start,
    open(0, 'text'),
    delta(0, 'an answer with "error":{"x":1} inside'),
    { type: 'failure', error: { kind: 'busy', message: 'overloaded' } },
  ],
  'error-midstream': [
    { ...start, model: 'anthropic/claude-opus-5-5' },
    open(0, 'text'),
    delta(0, 'half a sen'),
    { type: 'failure', error: { kind: 'broken', message: 'Provider returned error' } },
  ],
  'openrouter-error-first': [{ type: 'failure', error: { kind: 'broken', message: 'Provider disconnected' } }],
  'minimax-balance': [{ type: 'failure', error: { kind: 'ours', message: 'insufficient balance' } }],
  'minimax-well': [
    { type: 'start', id: '0612', model: 'MiniMax-M3' },
    open(0, 'text'),
    delta(0, 'Hi'),
    close(0),
    finished('stop'),
  ],
  'azure-filter-chunk': [
    { type: 'start', id: null, model: null },
    open(0, 'text'),
    delta(0, 'Hi'),
    close(0),
    finished('stop'),
    { type: 'usage', usage: expect.objectContaining({ input: 5, output: 2 }) },
  ],
}

test('every tape has its pieces here', () => {
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []))
  expect(names.toSorted()).toEqual(Object.keys(TAPES).toSorted())
})

test.each(Object.entries(TAPES))('the tape %s is read piece by piece', (name, pieces) => {
  expect(piecesOf(name)).toEqual(pieces)
})
