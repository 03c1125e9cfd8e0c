import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { GatewayError } from '../../core/errors.ts'
import { PROTOCOL_CODECS } from '../all.ts'
import type { Incoming, Protocol, Tap } from '../protocol.ts'
import { CODECS } from './all.ts'
import { TRANSLATED, type TranslatedId } from './codec.ts'
import { translatedTurn } from './translated-turn.ts'

const ROOT = new URL('../../../test/tapes/', import.meta.url)
type Pair = { asks: TranslatedId; serves: TranslatedId }

const PAIRS = TRANSLATED.flatMap((asks) => TRANSLATED.flatMap((serves) => (asks === serves ? [] : [{ asks, serves }])))
/** Streams of each protocol that end well; a call in free text is never made for a caller who cannot offer such a tool. */
const WHOLE = ['text', 'tool-call', 'parallel-tools', 'thinking', 'length', 'filter'] as const
const tapesFor = ({ asks, serves }: Pair) =>
  WHOLE.filter((name) => {
    // An interaction that is filtered has failed.
    if (name === 'filter') return serves !== 'gemini-interactions'
    return name !== 'parallel-tools' || serves !== 'openai-responses' || CODECS[asks].customTools
  })
const PATHS: Record<TranslatedId, string> = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  'anthropic-messages': '/v1/messages',
  'gemini-generate': '/v1beta/models/m:streamGenerateContent',
  'gemini-interactions': '/v1beta/interactions',
}

const bytesOf = (path: string) => readFileSync(new URL(path, ROOT))

function protocolOf(id: TranslatedId): Protocol {
  const found = PROTOCOL_CODECS.find((protocol) => protocol.id === id)
  if (!found) throw new Error(`no protocol ${id}`)
  return found
}

/** The second turn of a conversation with a tool, as a caller of the protocol sends it. */
function askedIn(id: TranslatedId): Incoming {
  const query = new URLSearchParams(id === 'gemini-generate' ? 'alt=sse' : '')
  return { path: PATHS[id], query, body: bytesOf(`pairs/asked/${id}.json`) }
}

function turnFor({ asks, serves }: Pair, incoming = askedIn(asks)) {
  return translatedTurn({
    incoming,
    turn: protocolOf(asks).read(incoming),
    from: CODECS[asks],
    to: CODECS[serves],
    upstream: protocolOf(serves),
    addressee: { model: 'm-upstream', maxOutput: 4096, quirks: {} },
    about: { id: '019a0000-0000-7000-8000-000000000001', created: 1_763_600_000 },
  })
}

/** What a tap makes of a tape that comes in chunks of a size. */
function play(tap: Tap, tape: Buffer, size: number): string {
  const out: Buffer[] = []
  for (let at = 0; at < tape.length; at += size) out.push(Buffer.from(tap.push(tape.subarray(at, at + size))))
  out.push(tap.flush())
  return Buffer.concat(out).toString('utf8')
}

/** The end of a stream that failed, as the relay tells it. */
function brokenOff(asks: TranslatedId, tap: Tap): string {
  const about = { locale: 'en', requestId: 'r', asked: askedIn(asks), seen: tap.seen } as const
  return protocolOf(asks)
    .errors.breakOff(tap.seen.told ?? new GatewayError('upstream_broke'), about)
    .toString('utf8')
}

describe.each(PAIRS)('a caller of $asks, served by $serves,', ({ asks, serves }) => {
  const kept = (name: string) => new URL(`pairs/${asks}-by-${serves}/${name}`, ROOT).pathname

  test('asks with a tool’s result as the upstream is asked', async () => {
    const turn = turnFor({ asks, serves })
    const { path, query = '', body } = turn.addressedTo('m-upstream')
    const told = { path, query, dropped: turn.translated?.dropped }
    const document = Buffer.from(body).toString('utf8')
    await expect(`${JSON.stringify(told)}\n${document}\n`).toMatchFileSnapshot(kept('second-turn.json'))
    expect(() => protocolOf(serves).read({ path, query: new URLSearchParams(), body })).not.toThrow()
  })

  test.each(tapesFor({ asks, serves }))(
    'hears the tape %s in its own words, however it is cut, and pays what the upstream told',
    async (name) => {
      const tape = bytesOf(`${serves}/${name}.sse`)
      const whole = turnFor({ asks, serves }).tap()
      const told = play(whole, tape, tape.length)
      await expect(told).toMatchFileSnapshot(kept(`${name}.sse`))
      for (const size of [1, 7, 333]) expect(play(turnFor({ asks, serves }).tap(), tape, size)).toBe(told)
      const { usage } = JSON.parse(bytesOf(`${serves}/${name}.json`).toString('utf8')) as { usage: object }
      expect(whole.seen).toMatchObject({ terminal: true, failure: null, usage })
    },
  )

  test('hears nothing of an event that is no JSON, which is counted', () => {
    const tape = bytesOf(`${serves}/text.sse`)
    const tap = turnFor({ asks, serves }).tap()
    const told = play(tap, Buffer.concat([Buffer.from('data: {"cut\n\n'), tape]), 64)
    expect(told).toBe(play(turnFor({ asks, serves }).tap(), tape, 64))
    expect(tap.seen).toMatchObject({ leftOut: 1, failure: null })
  })

  test('hears of a failure in the middle of the answer', async () => {
    const tape = bytesOf(`${serves}/${serves === 'openai-responses' ? 'error-midstream' : 'error'}.sse`)
    const tap = turnFor({ asks, serves }).tap()
    const told = play(tap, tape, 64)
    expect(tap.seen).toMatchObject({ content: true, terminal: false })
    expect(tap.seen.failure).not.toBeNull()
    await expect(told + brokenOff(asks, tap)).toMatchFileSnapshot(kept('error.sse'))
  })

  test('is refused in its own shape', async () => {
    const error = turnFor({ asks, serves }).translated?.refused(400, bytesOf(`pairs/refused/${serves}.json`))
    const about = { locale: 'en', requestId: 'r', asked: askedIn(asks) } as const
    const refusal = error && protocolOf(asks).errors.refuse(error, about)
    expect(refusal?.status).toBe(400)
    await expect(`${refusal?.body}\n`).toMatchFileSnapshot(kept('refused.json'))
  })
})

const LONG = 30_000
const many = <T>(make: (name: string) => T): T[] => Array.from({ length: LONG }, (_, at) => make(`c${at}`))

/** A tool is called again and again, and then all results come. */
const MANY_CALLS: Record<TranslatedId, () => object> = {
  'openai-chat': () => ({
    messages: [
      { role: 'user', content: 'Go on.' },
      {
        role: 'assistant',
        tool_calls: many((id) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })),
      },
      ...many((id) => ({ role: 'tool', tool_call_id: id, content: 'seen' })),
    ],
  }),
  'openai-responses': () => ({
    input: [
      { role: 'user', content: 'Go on.' },
      ...many((id) => ({ type: 'function_call', call_id: id, name: 'look', arguments: '{}' })),
      ...many((id) => ({ type: 'function_call_output', call_id: id, output: 'seen' })),
    ],
  }),
  'anthropic-messages': () => ({
    max_tokens: 100,
    messages: [
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content: many((id) => ({ type: 'tool_use', id, name: 'look', input: {} })) },
      { role: 'user', content: many((id) => ({ type: 'tool_result', tool_use_id: id, content: 'seen' })) },
    ],
  }),
  'gemini-generate': () => ({
    contents: [
      { role: 'user', parts: [{ text: 'Go on.' }] },
      { role: 'model', parts: many(() => ({ functionCall: { name: 'look', args: {} } })) },
      { role: 'user', parts: many(() => ({ functionResponse: { name: 'look', response: {} } })) },
    ],
  }),
  'gemini-interactions': () => ({
    input: [
      { type: 'user_input', content: [{ type: 'text', text: 'Go on.' }] },
      ...many((id) => ({ type: 'function_call', id, name: 'look', arguments: {} })),
      ...many((call_id) => ({ type: 'function_result', call_id, result: 'seen' })),
    ],
  }),
}

test.each(PAIRS)('thirty thousand calls of $asks, said in $serves, take no longer than as many words', (pair) => {
  const { path } = askedIn(pair.asks)
  const body = Buffer.from(JSON.stringify({ model: 'm', ...MANY_CALLS[pair.asks]() }))
  const { body: said } = turnFor(pair, { path, query: new URLSearchParams(), body })
  expect(Buffer.from(said).toString().match(/look/g)?.length).toBeGreaterThanOrEqual(LONG)
})
