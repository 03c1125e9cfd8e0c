import { expect, onTestFinished, test, vi } from 'vitest'
import type { Json } from '../core/json.ts'
import type { ProtocolId } from '../core/protocol.ts'
import type { Tap } from '../protocols/protocol.ts'
import { nothingSeen } from '../protocols/stream-tap.ts'
import { createResponseMemory } from './response-memory.ts'

const protocol = 'openai-responses' as const
const recalled = (body: object) =>
  createResponseMemory().recalled(Buffer.from(JSON.stringify(body)), { protocol, userId: 'u1' })

test.each([{ toString: 1 }, [{ toString: 1 }], 7, '', 'constructor', null])(
  'an answer that is named %j is not known, whatever that is',
  (id) => {
    const unknown = expect.objectContaining({ code: 'previous_response_not_found' })
    expect(() => recalled({ input: [{ type: 'item_reference', id }] })).toThrow(unknown)
    if (id !== null) expect(() => recalled({ previous_response_id: id, input: 'x' })).toThrow(unknown)
  },
)

test('where nothing stands for another item, one without a type is what it is', () => {
  const { memory, end } = learning({ input: 'hi' }, { id: 'v1_1', steps: [{ type: 'text' }] }, 'gemini-interactions')
  end()
  const goingOn = Buffer.from('{"previous_interaction_id":"v1_1","input":[{"type":null,"text":"more"}]}')
  const next = memory.recalled(goingOn, { protocol: 'gemini-interactions', userId: 'u1' })
  expect(JSON.parse(Buffer.from(next.body).toString())).toEqual({
    input: [{ type: 'text', text: 'hi' }, { type: 'text' }, { type: null, text: 'more' }],
  })
})

/** The tap of an answer that has ended as soon as anything of it goes out. */
function tapOf(answer: Json): Tap {
  let told: Json | undefined
  const push = (chunk: Buffer) => {
    told = answer
    return chunk
  }
  return { seen: nothingSeen(), answer: () => told, push, flush: () => push(Buffer.alloc(0)) }
}

const ANSWER = { id: 'resp_1', output: [{ id: 'msg_1', type: 'message' }] }

/** An answer to a request, which a memory learns at its end. */
function learning(request: object, answer: Json = ANSWER, asks: ProtocolId = protocol) {
  const memory = createResponseMemory()
  const body = Buffer.from(JSON.stringify(request))
  const asked = memory.recalled(body, { protocol: asks, userId: 'u1' })
  const tap = memory.learning(tapOf(answer), { protocol: asks, recalled: asked, userId: 'u1' })
  return { memory, end: () => tap.push(Buffer.from('the end')) }
}

test('what goes on from an answer begins with what it was asked, as it was written', () => {
  const { memory, end } = learning({ tools: [{}], input: [{ role: 'user', content: 'é', big: 1 }] })
  end()
  const goingOn = Buffer.from('{"previous_response_id":"resp_1","input":"more"}')
  const next = memory.recalled(goingOn, { protocol, userId: 'u1' })
  expect(JSON.parse(Buffer.from(next.body).toString())).toEqual({
    input: [
      { role: 'user', content: 'é', big: 1 },
      { id: 'msg_1', type: 'message' },
      { role: 'user', content: 'more' },
    ],
  })
  expect(memory.knows('resp_1', 'u2')).toBe(false)
})

test('a request that refers to more than a body may have is refused before it is made, and grows in its room', () => {
  const memory = createResponseMemory(() => 40_000)
  const told = { id: 'resp_1', output: [{ id: 'msg_1', type: 'message', text: 'x'.repeat(8000) }] }
  const request = { protocol, recalled: { body: Buffer.from('{"input":"hi"}'), input: null }, userId: 'u1' } as const
  memory.learning(tapOf(told), request).flush()
  const references = (count: number) =>
    Buffer.from(JSON.stringify({ input: Array(count).fill({ type: 'item_reference', id: 'msg_1' }) }))
  const asked: number[] = []
  const room = (has: boolean) => ({
    protocol,
    userId: 'u1',
    room: { growTo: (bytes: number) => asked.push(bytes) > 0 && has, [Symbol.dispose]: () => undefined },
  })
  const { body } = memory.recalled(references(4), room(true))
  expect((JSON.parse(Buffer.from(body).toString()) as { input: object[] }).input).toEqual(Array(4).fill(told.output[0]))
  expect(asked).toEqual([expect.toSatisfy((bytes: number) => bytes >= body.length)])
  const failing = (count: number, has: boolean) => () => memory.recalled(references(count), room(has))
  expect(failing(5, true)).toThrow(expect.objectContaining({ code: 'body_too_large' }))
  // Were they put in one by one, this would take gigabytes.
  expect(failing(160_000, true)).toThrow(expect.objectContaining({ code: 'body_too_large' }))
  expect(failing(2, false)).toThrow(expect.objectContaining({ code: 'uploads_full' }))
})

test('an answer to nothing is known too, and one that is not to be stored is not', () => {
  for (const [request, known] of [
    [{ model: 'm' }, true],
    [{ store: true, input: 'x' }, true],
    [{ store: false, input: 'x' }, false],
  ] as const) {
    const { memory, end } = learning(request)
    end()
    expect(memory.knows('resp_1', 'u1')).toBe(known)
  }
})

test('while an answer goes on, its request is not held as objects', () => {
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  const parsed = () => parse.mock.calls.filter(([text]) => text.includes('a long story')).length
  const { end } = learning({ input: [{ role: 'user', content: 'a long story' }] })
  expect(parsed()).toBe(0)
  end()
  expect(parsed()).toBe(1)
})

const STEPS = [
  { type: 'thought', signature: 'c2ln', summary: [{ type: 'text', text: 'hm' }] },
  { type: 'function_call', id: 'c1', name: 'f', arguments: {} },
]
const INTERACTION = { id: 'v1_1', status: 'requires_action', steps: STEPS }

test.each([
  ['x', [{ type: 'text', text: 'x' }]],
  [{ type: 'text', text: 'x' }, [{ type: 'text', text: 'x' }]],
  [
    [
      { type: 'text', text: 'x' },
      { type: 'image', uri: 'u' },
    ],
    [
      { type: 'text', text: 'x' },
      { type: 'image', uri: 'u' },
    ],
  ],
  [[{ type: 'user_input', content: 'x' }], [{ type: 'user_input', content: 'x' }]],
])('an interaction that was asked %j is gone on from with its steps, by its user alone', (input, first) => {
  const { memory, end } = learning({ input }, INTERACTION, 'gemini-interactions')
  end()
  const result = { type: 'function_result', call_id: 'c1', result: 'ok' }
  const body = Buffer.from(JSON.stringify({ model: 'm', previous_interaction_id: 'v1_1', input: result }))
  const next = memory.recalled(body, { protocol: 'gemini-interactions', userId: 'u1' })
  expect(JSON.parse(Buffer.from(next.body).toString())).toEqual({ model: 'm', input: [...first, ...STEPS, result] })
  const others = () => memory.recalled(body, { protocol: 'gemini-interactions', userId: 'u2' })
  expect(others).toThrow(expect.objectContaining({ code: 'previous_response_not_found' }))
  // A step is no item that could be referred to.
  expect([memory.knows('v1_1', 'u1'), memory.knows('c1', 'u1')]).toEqual([true, false])
})

test('what is no word of a protocol is left to whoever reads the request', () => {
  const memory = createResponseMemory()
  for (const [asks, body] of [
    ['openai-chat', '{"previous_response_id":"r"}'],
    ['openai-responses', '{"previous_interaction_id":"r"}'],
    ['gemini-interactions', '{"input":[{"type":"item_reference","id":"r"}],"previous_response_id":"r"}'],
  ] as const) {
    const told = memory.recalled(Buffer.from(body), { protocol: asks, userId: 'u1' })
    expect([Buffer.from(told.body).toString(), told.input]).toEqual([body, null])
  }
})
